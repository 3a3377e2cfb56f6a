//! What is heard about orders. An order that goes as it should raises three notifications: that it is placed, or paid where it is paid
//! at once; that the courier is on the way; that it was delivered. Its page tells of every step.

use chrono::DateTime;
use kit::Error;
use outbox::{Handler, Start, parse};
use proto::{feed, order};
use sqlx::PgConnection;

use super::{News, occurred_at, tell};
use crate::domain::{EndedCashout, ExpiringBonuses, Kind, Ordered, Step};

/// Tells whoever ordered of the order and of its money, of bonuses that expire, and bloggers of their cash-outs.
pub struct Orders;

#[async_trait::async_trait]
impl Handler for Orders {
    fn kinds(&self) -> &'static [&'static str] {
        &["order_moved", "order_paid", "bonuses_expiring", "cashout_ended"]
    }

    fn start(&self) -> Start {
        Start::Head
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        tell(tx, news_of(event)?.as_slice()).await
    }

    /// Many order at the same moment.
    async fn apply_first(&self, tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<usize> {
        let news: kit::Result<Vec<_>> = events.iter().filter_map(|event| news_of(event).transpose()).collect();
        tell(tx, &news?).await?;
        Ok(events.len())
    }
}

/// Nothing for a step of a newer version: it is told once this one knows its words, and meanwhile the order's own page tells it.
fn news_of(event: &feed::Event) -> kit::Result<Option<News>> {
    if event.kind == "bonuses_expiring" {
        let expiring = parse::<order::BonusesExpiring>(event)?;
        let expires_at = expiring.expires_at.and_then(|time| DateTime::from_timestamp(time.seconds, 0));
        let expires_at = expires_at.ok_or_else(|| Error::internal(anyhow::anyhow!("bonuses that never expire")))?;
        let subject = ExpiringBonuses { amount: expiring.amount, expires_at };
        let subject = serde_json::to_value(subject).map_err(Error::internal)?;
        let (kind, link) = (Kind::BonusesExpiring.key(), Kind::BonusesExpiring.link().to_owned());
        return Ok(Some(News { account_id: expiring.account_id, kind, subject, link, at: occurred_at(event)? }));
    }
    if event.kind == "cashout_ended" {
        let ended = parse::<order::CashoutEnded>(event)?;
        let Some(kind) = EndedCashout::kind(&ended.status) else { return Ok(None) };
        let subject = EndedCashout { amount: ended.amount, card: ended.card };
        let subject = serde_json::to_value(subject).map_err(Error::internal)?;
        let (account_id, at) = (ended.account_id, occurred_at(event)?);
        return Ok(Some(News { account_id, kind: kind.key(), subject, link: kind.link().to_owned(), at }));
    }
    let (account_id, step, order) = match event.kind.as_str() {
        "order_moved" => {
            let moved = parse::<order::OrderMoved>(event)?;
            let step = Step::of_status(&moved.status).filter(|_| !moved.awaits_payment);
            (moved.account_id, step, moved.order)
        }
        "order_paid" => {
            let paid = parse::<order::OrderPaid>(event)?;
            let step = Step::of_payment(&paid.payment_status);
            // Whoever has paid the courier is told of the delivery.
            let step = step.filter(|step| *step != Step::Paid || paid.method != "cash");
            (paid.account_id, step, paid.order)
        }
        _ => return Ok(None),
    };
    let Some(step) = step else { return Ok(None) };
    let ordered = Ordered { order };
    let subject = serde_json::to_value(&ordered).map_err(Error::internal)?;
    Ok(Some(News { account_id, kind: step.key(), subject, link: ordered.link(), at: occurred_at(event)? }))
}
