//! Notifications from events of the order service. A typical order raises three: placed (or paid), on the way,
//! delivered.

use chrono::DateTime;
use kit::{Error, telemetry::trace_context};
use outbox::{Handler, Start, parse};
use proto::{
    event::Event as _,
    feed,
    order::{BonusesExpiring, CashoutEnded, OrderMoved, OrderPaid},
};
use sqlx::PgConnection;

use super::{EventNotification, notify, occurred_at};
use crate::domain::{EndedCashout, ExpiringBonuses, Kind, OrderStep, OrderSubject};

pub struct Orders;

#[async_trait::async_trait]
impl Handler for Orders {
    fn kinds(&self) -> &'static [&'static str] {
        &[OrderMoved::KIND, OrderPaid::KIND, BonusesExpiring::KIND, CashoutEnded::KIND]
    }

    /// After a gap in the feed, notifications of missed events are not raised later.
    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        notify(tx, notification_of(event)?.as_slice()).await
    }

    async fn apply_batch(&self, tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<usize> {
        let notifications: kit::Result<Vec<_>> =
            events.iter().filter_map(|event| notification_of(event).transpose()).collect();
        notify(tx, &notifications?).await?;
        Ok(events.len())
    }
}

fn notification_of(event: &feed::Event) -> kit::Result<Option<EventNotification>> {
    match event.kind.as_str() {
        BonusesExpiring::KIND => bonuses_notification(event).map(Some),
        CashoutEnded::KIND => cashout_notification(event),
        _ => order_notification(event),
    }
}

fn bonuses_notification(event: &feed::Event) -> kit::Result<EventNotification> {
    let trace = trace_context::current_within(event.traceparent.as_deref());
    let expiring = parse::<BonusesExpiring>(event)?;
    let expires_at = expiring.expires_at.and_then(|time| DateTime::from_timestamp(time.seconds, 0));
    let expires_at = expires_at.ok_or_else(|| Error::internal(anyhow::anyhow!("the event has no expiry time")))?;
    let subject = ExpiringBonuses { amount: expiring.amount, expires_at };
    Ok(EventNotification {
        account_id: expiring.account_id,
        kind: Kind::BonusesExpiring.key(),
        subject: serde_json::to_value(subject).map_err(Error::internal)?,
        link: Kind::BonusesExpiring.link().to_owned(),
        at: occurred_at(event)?,
        trace,
    })
}

fn cashout_notification(event: &feed::Event) -> kit::Result<Option<EventNotification>> {
    let trace = trace_context::current_within(event.traceparent.as_deref());
    let ended = parse::<CashoutEnded>(event)?;
    let Some(kind) = EndedCashout::kind(&ended.status) else { return Ok(None) };
    let subject = EndedCashout { amount: ended.amount, card: ended.card };
    Ok(Some(EventNotification {
        account_id: ended.account_id,
        kind: kind.key(),
        subject: serde_json::to_value(subject).map_err(Error::internal)?,
        link: kind.link().to_owned(),
        at: occurred_at(event)?,
        trace,
    }))
}

fn order_notification(event: &feed::Event) -> kit::Result<Option<EventNotification>> {
    let trace = trace_context::current_within(event.traceparent.as_deref());
    let (account_id, step, order) = match event.kind.as_str() {
        OrderMoved::KIND => {
            let moved = parse::<OrderMoved>(event)?;
            // An order that awaits its payment raises its first notification when it is paid.
            let step = if moved.awaits_payment { None } else { OrderStep::from_status(&moved.status) };
            (moved.account_id, step, moved.order)
        }
        OrderPaid::KIND => {
            let paid = parse::<OrderPaid>(event)?;
            let step = OrderStep::from_payment_status(&paid.payment_status);
            // Cash is paid at the delivery, whose own notification is enough.
            let step = step.filter(|step| *step != OrderStep::Paid || paid.method != "cash");
            (paid.account_id, step, paid.order)
        }
        _ => return Ok(None),
    };
    let Some(step) = step else { return Ok(None) };
    let order_subject = OrderSubject { order };
    let subject = serde_json::to_value(&order_subject).map_err(Error::internal)?;
    Ok(Some(EventNotification {
        account_id,
        kind: step.key(),
        subject,
        link: order_subject.link(),
        at: occurred_at(event)?,
        trace,
    }))
}
