//! Notes of staff about orders.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct OrderNote {
    pub note_id: i64,
    pub written_by: i64,
    pub written_at: DateTime<Utc>,
    pub text: String,
}

pub async fn of_order(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<OrderNote>> {
    sqlx::query_as!(
        OrderNote,
        "select note_id, written_by, written_at, text
         from order_note
         where order_id = $1
         order by note_id",
        order,
    )
    .fetch_all(tx)
    .await
}

pub async fn count(tx: &mut PgConnection, order: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from order_note where order_id = $1"#, order).fetch_one(tx).await
}

pub async fn insert(
    tx: &mut PgConnection,
    order: i64,
    operator: i64,
    text: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<OrderNote> {
    sqlx::query_as!(
        OrderNote,
        "insert into order_note (order_id, written_by, written_at, text)
         values ($1, $2, $3, $4)
         returning note_id, written_by, written_at, text",
        order,
        operator,
        at,
        text,
    )
    .fetch_one(tx)
    .await
}
