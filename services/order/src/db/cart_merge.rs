//! Outcomes of merges of guests' carts at sign-in, for repeated requests.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result};
use sqlx::{PgConnection, types::Json};

use crate::domain::{merge::Merged, order::Request};

/// A request that is repeated later merges again.
const KEPT_FOR: TimeDelta = TimeDelta::days(30);

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

/// Also deletes the account's expired outcomes.
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
