//! One try of one delivery: render, hand to the carriers in their turn, and write down what came of it. No transaction is open
//! while a carrier is waited for.

use std::borrow::Cow;

use anyhow::Context as _;
use kit::{Language, Result};
use rand::Rng as _;

use crate::{
    app::{
        push,
        tried::{Attempt, Fate, Tried},
    },
    carriers::{GONE, Outcome, Parcel},
    db::{self, delivery::Due, preference::Chosen},
    domain::{Channel, DIGEST, End, Recipient, Template, Topic, backoff, nature::gathered, render},
    names,
    post::Post,
    values,
};

pub async fn carry(post: &Post, channel: Channel, due: Due) -> Result<()> {
    if !is_wanted(post, channel, &due).await? {
        return withdraw(post, channel, &due).await;
    }
    let attempts = match pack(post, channel, &due).await {
        Ok(parcel) => hand_over(post, channel, &parcel).await,
        Err(error) => {
            tracing::error!(
                delivery.id = %due.delivery_id,
                error = format!("{error:#}"),
                "Delivery {} cannot be written",
                due.delivery_id
            );
            vec![Attempt { carrier: "none", outcome: Outcome::Failed(Cow::Borrowed("unwritable")) }]
        }
    };
    write_down(post, channel, &due, attempts).await
}

/// Whether its reader wants it still: between its writing and its leaving there may be a night.
async fn is_wanted(post: &Post, channel: Channel, due: &Due) -> Result<bool> {
    let (Some(account), Some(topic)) = (due.account_id, &due.topic) else { return Ok(true) };
    let preferences = post.app.crowd.chosen.ask(Chosen(account)).await?;
    let wants = |topic| preferences.wants(topic, channel.way());
    Ok(if topic == DIGEST { gathered().into_iter().any(wants) } else { Topic::from_key(topic).is_some_and(wants) })
}

async fn withdraw(post: &Post, channel: Channel, due: &Due) -> Result<()> {
    let tried = Tried {
        delivery_id: due.delivery_id,
        tries: due.tries,
        at: post.app.clock.now(),
        attempts: Vec::new(),
        fate: Fate::Ended { end: End::Withdrawn, masked_recipient: masked(channel, &due.recipient) },
        gone: None,
    };
    if post.app.crowd.tries.ask(tried).await? {
        count_end(channel, End::Withdrawn);
    }
    Ok(())
}

async fn pack(post: &Post, channel: Channel, due: &Due) -> anyhow::Result<Parcel> {
    let values = values::open(&post.seal, due.delivery_id, &due.sealed_values)?;
    let template = Template::from_key(&due.template).context("its template is unknown")?;
    let language = Language::from_tag(&due.language).unwrap_or_default();
    let content = render(template, language, |name| values.get(name).map(String::as_str))?;
    let recipient = Recipient::parse(&due.recipient, channel).context("its recipient cannot be read")?;
    let (to, browser) = match recipient {
        Recipient::Support => (support(post).await?, None),
        Recipient::Phone(to) | Recipient::Mailbox(to) => (to, None),
        Recipient::Browser(subscription) => {
            let account = due.account_id.context("a push that is nobody's")?;
            (String::new(), push::find(post, account, subscription).await?)
        }
    };
    // Whoever answers a customer's report should write to the customer.
    let reply_to = (template == Template::SupportReport).then(|| values.get("email").cloned()).flatten();
    let one_click = values.get("one_click").cloned();
    Ok(Parcel { id: due.delivery_id, to, browser, content, reply_to, one_click, at: post.app.clock.now() })
}

async fn support(post: &Post) -> anyhow::Result<String> {
    let mut connection = post.app.pool.acquire().await?;
    Ok(db::support_address::get(&mut connection).await?)
}

/// To one carrier after another, until one takes it or says that none will.
async fn hand_over(post: &Post, channel: Channel, parcel: &Parcel) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for carrier in &post.line(channel).carriers {
        let outcome = carrier.carry(parcel).await;
        let goes_on = matches!(outcome, Outcome::Failed(_));
        attempts.push(Attempt { carrier: carrier.name(), outcome });
        if !goes_on {
            break;
        }
    }
    attempts
}

/// The attempts, and what becomes of the delivery.
async fn write_down(post: &Post, channel: Channel, due: &Due, attempts: Vec<Attempt>) -> Result<()> {
    let now = post.app.clock.now();
    let end = match attempts.last().map(|attempt| &attempt.outcome) {
        Some(Outcome::Sent { .. }) => Some(End::Sent),
        Some(Outcome::Refused(_)) => Some(End::Refused),
        _ if due.tries >= backoff::MOST_TRIES => Some(End::GivenUp),
        _ => None,
    };
    let fate = if let Some(end) = end {
        Fate::Ended { end, masked_recipient: masked(channel, &due.recipient) }
    } else {
        let pause = backoff::pause(due.tries, rand::thread_rng().gen_range(0.0..1.0));
        // What would come too late falls due when its time is over, to be wiped then.
        Fate::PutOff((now + pause).min(due.expires_at))
    };
    report(channel, due, &attempts);
    let is_gone = attempts.iter().any(|attempt| attempt.outcome.code() == GONE);
    let gone = match Recipient::parse(&due.recipient, channel) {
        Some(Recipient::Browser(subscription)) if is_gone => Some(subscription),
        _ => None,
    };
    let tried = Tried { delivery_id: due.delivery_id, tries: due.tries, at: now, attempts, fate, gone };
    if post.app.crowd.tries.ask(tried).await?
        && let Some(end) = end
    {
        count_end(channel, end);
    }
    Ok(())
}

/// Codes and ids: neither the words nor whom they went to.
fn report(channel: Channel, due: &Due, attempts: &[Attempt]) {
    for Attempt { carrier, outcome } in attempts {
        metrics::counter!(
            names::DELIVERY_ATTEMPTS,
            "channel" => channel.key(), "carrier" => *carrier, "outcome" => outcome.kind()
        )
        .increment(1);
        if !matches!(outcome, Outcome::Sent { .. }) {
            tracing::warn!(
                delivery.id = %due.delivery_id,
                delivery.r#try = due.tries,
                carrier,
                outcome = outcome.code(),
                "Delivery {} was not taken by {carrier}",
                due.delivery_id
            );
        }
    }
}

pub fn count_end(channel: Channel, end: End) {
    metrics::counter!(names::DELIVERIES_ENDED, "channel" => channel.key(), "end" => end.key()).increment(1);
}

/// What the log keeps of the recipient; nothing at all of what cannot be read.
pub fn masked(channel: Channel, recipient: &str) -> String {
    Recipient::parse(recipient, channel).map(|recipient| recipient.masked()).unwrap_or_default()
}
