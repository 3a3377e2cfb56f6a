//! Table `indexnow_turn`: the lease for submissions. Only one replica submits at a time.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Takes the lease if it is free and a change is older than `settled_before`. Returns the number of failures in a row.
pub async fn take(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    settled_before: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<Option<i32>> {
    sqlx::query_scalar!(
        "update indexnow_turn
         set not_before = $3
         where not_before <= $1 and exists (select from indexnow_change where changed_at <= $2)
         returning failures",
        now,
        settled_before,
        until,
    )
    .fetch_optional(tx)
    .await
}

/// The lease can be taken again from `not_before` on.
pub async fn release(tx: &mut PgConnection, not_before: DateTime<Utc>, failures: i32) -> sqlx::Result<()> {
    sqlx::query!("update indexnow_turn set not_before = $1, failures = $2", not_before, failures).execute(tx).await?;
    Ok(())
}
