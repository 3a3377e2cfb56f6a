//! Idempotency keys of requests to pay.

use sqlx::PgConnection;

use crate::domain::order::Request;

/// Returns the request's hash.
pub async fn find(tx: &mut PgConnection, order: i64, key: &str) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!("select request_hash from pay_request where order_id = $1 and request_key = $2", order, key)
        .fetch_optional(tx)
        .await
}

pub async fn insert(tx: &mut PgConnection, order: i64, request: &Request, attempt: i32) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into pay_request (order_id, request_key, request_hash, attempt)
         values ($1, $2, $3, $4)",
        order,
        request.key,
        &request.hash,
        attempt,
    )
    .execute(tx)
    .await?;
    Ok(())
}
