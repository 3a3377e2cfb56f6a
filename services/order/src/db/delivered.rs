//! Delivered orders, for a snapshot of the `order_delivered` events.

use sqlx::PgConnection;

use super::order_line::LineCount;
use crate::domain::cart::LineKey;

pub struct Delivered {
    pub order_id: i64,
    pub code: String,
    /// `None` if the customer has no account, or it was erased.
    pub account: Option<i64>,
    pub lines: Vec<LineCount>,
}

/// Includes returned orders.
pub async fn page(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<Delivered>> {
    let rows = sqlx::query!(
        r#"with next as (
               select order_id, code, account_id
               from purchase
               where order_id > $1 and exists (
                   select from status_change
                   where status_change.order_id = purchase.order_id and status_change.status = 'delivered')
                   and status in ('delivered', 'returned')
               order by order_id
               limit $2
           )
           select next.order_id, next.code, next.account_id as "account_id?", product_id, size_id, count
           from next
           join purchase_line on purchase_line.order_id = next.order_id
           order by next.order_id, line_id"#,
        after,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let mut orders: Vec<Delivered> = Vec::new();
    for row in rows {
        let line = LineCount { key: LineKey { product: row.product_id, size: row.size_id }, count: row.count };
        match orders.last_mut().filter(|order| order.order_id == row.order_id) {
            Some(order) => order.lines.push(line),
            None => orders.push(Delivered {
                order_id: row.order_id,
                code: row.code,
                account: row.account_id,
                lines: vec![line],
            }),
        }
    }
    Ok(orders)
}
