//! What is heard about orders.

use kit::Error;
use outbox::{Handler, parse};
use proto::{feed, order};
use sqlx::PgConnection;

use super::{occurred_at, tell};
use crate::domain::{Ordered, Step};

/// Tells whoever ordered of every step of the order and of its money.
pub struct Orders;

#[async_trait::async_trait]
impl Handler for Orders {
    fn kinds(&self) -> &'static [&'static str] {
        &["order_moved", "order_paid"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let (account_id, step, order) = match event.kind.as_str() {
            "order_moved" => {
                let moved = parse::<order::OrderMoved>(event)?;
                (moved.account_id, Step::of_status(&moved.status), moved.order)
            }
            "order_paid" => {
                let paid = parse::<order::OrderPaid>(event)?;
                (paid.account_id, Step::of_payment(&paid.payment_status), paid.order)
            }
            _ => return Ok(()),
        };
        // A step of a newer version is told once this one knows its words: meanwhile the order's own page tells it.
        let Some(step) = step else { return Ok(()) };
        let ordered = Ordered { order };
        let (link, subject) = (ordered.link(), serde_json::to_value(&ordered).map_err(Error::internal)?);
        let created_at = occurred_at(event)?;
        tell(tx, account_id, step.key(), &subject, &link, created_at).await
    }
}
