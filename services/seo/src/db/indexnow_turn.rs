//! The one row that says when search engines may be told something next.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Takes the turn until a moment, when nobody has it and a change is older than `settled`: how often telling has failed in a
/// row. Who dies with the turn has it until then, and nobody has to take it away.
pub async fn take(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    settled: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<Option<i32>> {
    sqlx::query_scalar!(
        "update indexnow_turn
         set not_before = $3
         where not_before <= $1 and exists (select from indexnow_change where changed_at <= $2)
         returning failures",
        now,
        settled,
        until,
    )
    .fetch_optional(tx)
    .await
}

pub async fn give_back(tx: &mut PgConnection, not_before: DateTime<Utc>, failures: i32) -> sqlx::Result<()> {
    sqlx::query!("update indexnow_turn set not_before = $1, failures = $2", not_before, failures).execute(tx).await?;
    Ok(())
}
