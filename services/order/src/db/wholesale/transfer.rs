//! Bank transfers that operators enter. Append-only.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::domain::wholesale::record::Direction;

pub struct NewTransfer<'a> {
    pub request: i64,
    pub order: i64,
    pub direction: Direction,
    pub amount: i64,
    pub reference: &'a str,
    pub moved_on: NaiveDate,
    pub operator: i64,
    pub at: DateTime<Utc>,
}

/// Returns `None` if the reference was entered before.
pub async fn insert(tx: &mut PgConnection, new: &NewTransfer<'_>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into wholesale_transfer (request_id, order_id, direction, amount, reference, moved_on, operator_id, entered_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (direction, reference) do nothing
         returning transfer_id",
        new.request,
        new.order,
        new.direction.key(),
        new.amount,
        new.reference,
        new.moved_on,
        new.operator,
        new.at,
    )
    .fetch_optional(tx)
    .await
}

/// In qəpik.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferSums {
    pub received: i64,
    pub sent_back: i64,
}

/// The caller has locked the order.
pub async fn sums(tx: &mut PgConnection, order: i64) -> sqlx::Result<TransferSums> {
    let row = sqlx::query!(
        r#"select coalesce(sum(amount) filter (where direction = 'in'), 0)::bigint as "received!",
                  coalesce(sum(amount) filter (where direction = 'out'), 0)::bigint as "sent_back!"
           from wholesale_transfer
           where order_id = $1"#,
        order,
    )
    .fetch_one(tx)
    .await?;
    Ok(TransferSums { received: row.received, sent_back: row.sent_back })
}
