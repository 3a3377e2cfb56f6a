//! The current state for new consumers of this service's events: the delivered orders.

use outbox::{Entity, State};
use proto::{event::Event as _, order::OrderDelivered};
use sqlx::PgConnection;

use super::lines_of;
use crate::db;

pub struct Current;

#[async_trait::async_trait]
impl State for Current {
    fn kinds(&self) -> &'static [&'static str] {
        &[OrderDelivered::KIND]
    }

    async fn page(
        &self,
        connection: &mut PgConnection,
        _kind: &str,
        after: i64,
        limit: i64,
    ) -> kit::Result<Vec<Entity>> {
        let orders = db::delivered::page(connection, after, limit).await?;
        let entities = orders.into_iter().map(|order| {
            // 0 if the customer has no account, or it was erased.
            let account_id = order.account.unwrap_or_default();
            let event = OrderDelivered { order: order.code, account_id, lines: lines_of(&order.lines) };
            Entity::new(order.order_id, &event)
        });
        entities.collect()
    }
}
