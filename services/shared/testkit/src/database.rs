//! Waits for states of the database.

use std::time::Duration;

use sqlx::PgPool;
use tokio::time::Instant;

/// Only a failing test waits this long.
const TIMEOUT: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(10);

/// Returns the kinds of the events in the outbox, oldest first.
pub async fn announced(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar("select kind from outbox order by outbox_id")
        .fetch_all(pool)
        .await
        .expect("the outbox can be read")
}

/// Panics if `check` does not succeed within a minute.
pub async fn eventually<F: Future<Output = bool>>(what: &str, mut check: impl FnMut() -> F) {
    let deadline = Instant::now() + TIMEOUT;
    while !check().await {
        assert!(Instant::now() < deadline, "not reached within {TIMEOUT:?}: {what}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// `part` is a part of the blocked statement.
pub async fn wait_until_blocked(pool: &PgPool, part: &str) {
    let blocked = "select exists (
                     select from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0
                 )";
    let is_blocked =
        async || sqlx::query_scalar(blocked).bind(part).fetch_one(pool).await.expect("activity can be read");
    eventually("a statement that waits for a lock", is_blocked).await;
}
