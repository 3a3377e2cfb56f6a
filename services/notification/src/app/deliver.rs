//! Makes one attempt at a delivery. No transaction is open while a carrier is called.

use std::borrow::Cow;

use anyhow::Context as _;
use kit::{Language, Result, telemetry::trace_context};
use rand::Rng as _;
use tracing::{Instrument as _, Span, field::Empty};

use crate::{
    app::{
        attempt_report::{Attempt, AttemptReport, Resolution},
        push,
    },
    carriers::{GONE, Outcome, OutgoingMessage},
    db::{self, delivery::LeasedDelivery, preference::PreferencesQuery},
    domain::{DIGEST, DeliveryChannel, End, Recipient, Template, Topic, backoff, policy::digest_topics, render},
    names,
    sender::Sender,
    values,
};

/// The caller holds the lease, so no other worker sends this delivery.
pub async fn deliver(sender: &Sender, channel: DeliveryChannel, delivery: LeasedDelivery) -> Result<()> {
    let span = tracing::info_span!(
        names::DELIVERY_SPAN,
        channel = channel.key(),
        delivery.id = %delivery.delivery_id,
        "delivery.try" = delivery.tries,
        carrier = Empty,
        outcome = Empty,
    );
    trace_context::continue_in(&span, delivery.traceparent.as_deref());
    attempt(sender, channel, delivery).instrument(span).await
}

async fn attempt(sender: &Sender, channel: DeliveryChannel, delivery: LeasedDelivery) -> Result<()> {
    if !is_wanted(sender, channel, &delivery).await? {
        return withdraw(sender, channel, &delivery).await;
    }
    let attempts = match prepare(sender, channel, &delivery).await {
        Ok(outgoing) => try_carriers(sender, channel, &outgoing).await,
        Err(error) => {
            tracing::error!(
                delivery.id = %delivery.delivery_id,
                error = format!("{error:#}"),
                "Delivery {} could not be rendered",
                delivery.delivery_id
            );
            vec![Attempt { carrier: "none", outcome: Outcome::Failed(Cow::Borrowed("unwritable")) }]
        }
    };
    record(sender, channel, &delivery, attempts).await
}

/// Checks the preferences again, because hours may have passed since the delivery was created. Messages of other
/// services have no account here and are always sent.
async fn is_wanted(sender: &Sender, channel: DeliveryChannel, delivery: &LeasedDelivery) -> Result<bool> {
    let (Some(account), Some(topic)) = (delivery.account_id, &delivery.topic) else { return Ok(true) };
    let preferences = sender.app.batchers.preferences.load(PreferencesQuery { account }).await?;
    let wants = |topic| preferences.wants(topic, channel.notification_channel());
    Ok(if topic == DIGEST { digest_topics().into_iter().any(wants) } else { Topic::from_key(topic).is_some_and(wants) })
}

async fn withdraw(sender: &Sender, channel: DeliveryChannel, delivery: &LeasedDelivery) -> Result<()> {
    let report = AttemptReport {
        delivery_id: delivery.delivery_id,
        tries: delivery.tries,
        at: sender.app.clock.now(),
        attempts: Vec::new(),
        resolution: Resolution::Ended { end: End::Withdrawn, masked_recipient: masked(channel, &delivery.recipient) },
        gone_subscription: None,
    };
    if sender.app.batchers.attempt_reports.load(report).await? {
        count_end(channel, End::Withdrawn);
    }
    Ok(())
}

async fn prepare(
    sender: &Sender,
    channel: DeliveryChannel,
    delivery: &LeasedDelivery,
) -> anyhow::Result<OutgoingMessage> {
    let values = values::unseal(&sender.seal, delivery.delivery_id, &delivery.sealed_values)?;
    let template = Template::from_key(&delivery.template).context("the template is unknown")?;
    let language = Language::from_tag(&delivery.language).unwrap_or_default();
    let content = render(template, language, |name| values.get(name).map(String::as_str))?;
    let recipient = Recipient::parse(&delivery.recipient, channel).context("the recipient is invalid")?;
    let (to, push_subscription) = match recipient {
        Recipient::Support => (support_address(sender).await?, None),
        Recipient::Phone(to) | Recipient::Mailbox(to) => (to, None),
        Recipient::Browser(subscription) => {
            let account = delivery.account_id.context("a push without an account")?;
            (String::new(), push::find(sender, account, subscription).await?)
        }
    };
    let reply_to = (template == Template::SupportReport).then(|| values.get("email").cloned()).flatten();
    Ok(OutgoingMessage {
        id: delivery.delivery_id,
        to,
        push_subscription,
        content,
        reply_to,
        one_click_url: values.get("one_click").cloned(),
        at: sender.app.clock.now(),
    })
}

async fn support_address(sender: &Sender) -> anyhow::Result<String> {
    let mut connection = sender.app.pool.acquire().await?;
    Ok(db::support_address::get(&mut connection).await?)
}

async fn try_carriers(sender: &Sender, channel: DeliveryChannel, outgoing: &OutgoingMessage) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for carrier in &sender.channel(channel).carriers {
        let outcome = carrier.send(outgoing).await;
        let is_failed = matches!(outcome, Outcome::Failed(_));
        attempts.push(Attempt { carrier: carrier.name(), outcome });
        if !is_failed {
            break;
        }
    }
    attempts
}

async fn record(
    sender: &Sender,
    channel: DeliveryChannel,
    delivery: &LeasedDelivery,
    attempts: Vec<Attempt>,
) -> Result<()> {
    let now = sender.app.clock.now();
    if let Some(Attempt { carrier, outcome }) = attempts.last() {
        Span::current().record("carrier", *carrier).record("outcome", outcome.code());
    }

    let end = end_after(&attempts, delivery.tries);
    let resolution = if let Some(end) = end {
        Resolution::Ended { end, masked_recipient: masked(channel, &delivery.recipient) }
    } else {
        let delay = backoff::delay(delivery.tries, rand::thread_rng().gen_range(0.0..1.0));
        // A delivery becomes due at its expiry, so that the cleanup ends it in time.
        Resolution::RetryAt((now + delay).min(delivery.expires_at))
    };
    log_attempts(channel, delivery, &attempts);
    let gone_subscription = gone_subscription(channel, &delivery.recipient, &attempts);

    let report = AttemptReport {
        delivery_id: delivery.delivery_id,
        tries: delivery.tries,
        at: now,
        attempts,
        resolution,
        gone_subscription,
    };
    if sender.app.batchers.attempt_reports.load(report).await?
        && let Some(end) = end
    {
        count_end(channel, end);
    }
    Ok(())
}

/// Returns `None` if the delivery is retried.
fn end_after(attempts: &[Attempt], tries: i32) -> Option<End> {
    match attempts.last().map(|attempt| &attempt.outcome) {
        Some(Outcome::Sent { .. }) => Some(End::Sent),
        Some(Outcome::Refused(_)) => Some(End::Refused),
        _ if tries >= backoff::MAX_TRIES => Some(End::GivenUp),
        _ => None,
    }
}

fn gone_subscription(channel: DeliveryChannel, recipient: &str, attempts: &[Attempt]) -> Option<i64> {
    let is_gone = attempts.iter().any(|attempt| attempt.outcome.code() == GONE);
    match Recipient::parse(recipient, channel) {
        Some(Recipient::Browser(subscription)) if is_gone => Some(subscription),
        _ => None,
    }
}

/// Logs ids and outcome codes, but neither text nor recipient.
fn log_attempts(channel: DeliveryChannel, delivery: &LeasedDelivery, attempts: &[Attempt]) {
    for Attempt { carrier, outcome } in attempts {
        metrics::counter!(
            names::DELIVERY_ATTEMPTS,
            "channel" => channel.key(), "carrier" => *carrier, "outcome" => outcome.kind()
        )
        .increment(1);
        if !matches!(outcome, Outcome::Sent { .. }) {
            tracing::warn!(
                delivery.id = %delivery.delivery_id,
                delivery.r#try = delivery.tries,
                carrier,
                outcome = outcome.code(),
                "Carrier {carrier} did not accept delivery {}",
                delivery.delivery_id
            );
        }
    }
}

pub fn count_end(channel: DeliveryChannel, end: End) {
    metrics::counter!(names::DELIVERIES_ENDED, "channel" => channel.key(), "end" => end.key()).increment(1);
}

/// Empty if the recipient cannot be parsed.
pub fn masked(channel: DeliveryChannel, recipient: &str) -> String {
    Recipient::parse(recipient, channel).map(|recipient| recipient.masked()).unwrap_or_default()
}
