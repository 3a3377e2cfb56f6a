//! Looking at what a service announced, and waiting for what is under way.

use std::time::Duration;

use sqlx::PgPool;
use tokio::time::Instant;

/// Far longer than anything takes on a busy machine: what holds is noticed at once, and only a failure waits for so long.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(10);

/// The kinds of everything announced so far, oldest first, numbered or not.
pub async fn announced(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar("select kind from outbox order by outbox_id")
        .fetch_all(pool)
        .await
        .expect("the outbox can be read")
}

/// Asks again and again until it holds, for what comes by feed.
pub async fn eventually<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let deadline = Instant::now() + PATIENCE;
    while !holds().await {
        assert!(Instant::now() < deadline, "{what} did not come about within {PATIENCE:?}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Waits until a statement that contains `part` waits for a lock in the pool's database.
pub async fn waits_for_lock(pool: &PgPool, part: &str) {
    let waits = "select exists (
                     select from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0
                 )";
    let is_waiting = async || sqlx::query_scalar(waits).bind(part).fetch_one(pool).await.expect("activity can be read");
    eventually("a statement that waits for a lock", is_waiting).await;
}
