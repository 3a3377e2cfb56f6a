//! What this service would announce of its state now.

use outbox::{Entity, State};
use proto::order::OrderDelivered;
use sqlx::PgConnection;

use super::{Delivered, lines_of};
use crate::db;

/// Every order that was delivered. Nothing else that is announced is state: it is told once and kept by nobody.
pub struct Current;

#[async_trait::async_trait]
impl State for Current {
    fn kinds(&self) -> &'static [&'static str] {
        &["order_delivered"]
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
            let account_id = order.account.unwrap_or_default();
            let event = OrderDelivered { order: order.code, account_id, lines: lines_of(&order.lines) };
            Entity::new(order.order_id, &Delivered(event))
        });
        entities.collect()
    }
}
