//! Stores returns of sold goods. The order service chooses the return key.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use crate::domain::stock::Lines;

/// Returns `false` if the return exists. Waits for a concurrent insert.
pub async fn insert(
    tx: &mut PgConnection,
    order: &str,
    return_key: &str,
    lines: &Lines,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into stock_return (order_key, return_key, lines, returned_at)
         values ($1, $2, $3, $4)
         on conflict do nothing",
        order,
        return_key,
        Json(lines) as _,
        now,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

pub async fn equals(tx: &mut PgConnection, order: &str, return_key: &str, lines: &Lines) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from stock_return where order_key = $1 and return_key = $2 and lines = $3
           ) as "exists!""#,
        order,
        return_key,
        Json(lines) as _,
    )
    .fetch_one(tx)
    .await
}

/// Returns `false` if more would be returned than was sold; the caller rolls back.
pub async fn add_returned(tx: &mut PgConnection, order: &str, lines: &Lines) -> sqlx::Result<bool> {
    let products: Vec<_> = lines.iter().map(|line| line.item.product).collect();
    let sizes: Vec<_> = lines.iter().map(|line| line.item.size).collect();
    let counts: Vec<_> = lines.iter().map(|line| line.count).collect();
    let counted = sqlx::query!(
        "update reservation_line
         set returned = returned + line.count
         from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as line (product_id, size_id, count)
         where reservation_line.order_key = $1
             and reservation_line.product_id = line.product_id
             and reservation_line.size_id is not distinct from line.size_id
             and line.count <= reservation_line.count - reservation_line.returned",
        order,
        &products,
        &sizes as &[Option<i64>],
        &counts,
    )
    .execute(tx)
    .await?;
    Ok(counted.rows_affected() == counts.len() as u64)
}
