//! Stores which baskets of guests were merged into carts at sign-in, with the outcome of each line, so that a repeated
//! request gets the same answer.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result};
use sqlx::{PgConnection, types::Json};

use crate::domain::{merge::Merged, order::Request};

/// How long outcomes are stored. A browser that repeats its request after this time merges again.
const KEPT_FOR: TimeDelta = TimeDelta::days(30);

/// Returns the outcomes of an earlier request with the same key, or `None` for a new key. A key that was used with
/// another basket is an error.
pub async fn find(tx: &mut PgConnection, account: i64, request: &Request) -> Result<Option<Vec<Merged>>> {
    let found = sqlx::query!(
        r#"select request_hash, outcomes as "outcomes: Json<Vec<Merged>>"
           from cart_merge
           where account_id = $1 and request_key = $2"#,
        account,
        request.key,
    )
    .fetch_optional(tx)
    .await?;
    match found {
        Some(row) if row.request_hash != request.hash => Err(Error::conflict("idempotency_key_reused")),
        found => Ok(found.map(|row| row.outcomes.0)),
    }
}

/// Stores the outcomes of a merge, and deletes expired ones of the account.
pub async fn insert(
    tx: &mut PgConnection,
    account: i64,
    request: &Request,
    outcomes: &[Merged],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with expired as (
             delete from cart_merge where account_id = $1 and merged_at < $6
         )
         insert into cart_merge (account_id, request_key, request_hash, outcomes, merged_at)
         values ($1, $2, $3, $4, $5)",
        account,
        request.key,
        &request.hash,
        Json(outcomes) as _,
        now,
        now - KEPT_FOR,
    )
    .execute(tx)
    .await?;
    Ok(())
}
