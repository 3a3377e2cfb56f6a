//! What is heard about orders.

use kit::Error;
use outbox::{Handler, parse};
use proto::{feed, order};
use sqlx::PgConnection;

use super::{News, occurred_at, tell};
use crate::domain::{Ordered, Step};

/// Tells whoever ordered of every step of the order and of its money.
pub struct Orders;

#[async_trait::async_trait]
impl Handler for Orders {
    fn kinds(&self) -> &'static [&'static str] {
        &["order_moved", "order_paid"]
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
    let (account_id, step, order) = match event.kind.as_str() {
        "order_moved" => {
            let moved = parse::<order::OrderMoved>(event)?;
            (moved.account_id, Step::of_status(&moved.status), moved.order)
        }
        "order_paid" => {
            let paid = parse::<order::OrderPaid>(event)?;
            (paid.account_id, Step::of_payment(&paid.payment_status), paid.order)
        }
        _ => return Ok(None),
    };
    let Some(step) = step else { return Ok(None) };
    let ordered = Ordered { order };
    let subject = serde_json::to_value(&ordered).map_err(Error::internal)?;
    Ok(Some(News { account_id, kind: step.key(), subject, link: ordered.link(), at: occurred_at(event)? }))
}
