//! Looking at what a service announced.

use std::time::Duration;

use sqlx::PgPool;

/// The kinds of everything announced so far, oldest first, numbered or not.
pub async fn announced(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar("select kind from outbox order by outbox_id")
        .fetch_all(pool)
        .await
        .expect("the outbox can be read")
}

/// Asks again and again until it holds, for what comes by feed.
pub async fn eventually<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    for _ in 0..400 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{what} did not come about in ten seconds");
}
