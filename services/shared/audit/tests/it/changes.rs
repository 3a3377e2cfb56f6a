//! Changes by staff are announced when they commit.

use std::time::Duration;

use audit::Entry;
use proto::audit::{StaffChanged, WatchChangesRequest, audit_client::AuditClient};
use serde_json::json;
use sqlx::PgPool;
use tokio::time::timeout;
use tonic::Streaming;

use crate::test_log::{TestLog, caller};

/// Enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Longer than the pause between two announcements.
const QUIET: Duration = Duration::from_secs(2);

async fn watch(log: &TestLog) -> Streaming<StaffChanged> {
    AuditClient::new(log.channel()).watch_changes(WatchChangesRequest {}).await.unwrap().into_inner()
}

async fn announced(changes: &mut Streaming<StaffChanged>) -> bool {
    timeout(PATIENCE, changes.message()).await.expect("an announcement in time").unwrap().is_some()
}

async fn read_first_announcements(changes: &mut Streaming<StaffChanged>) {
    assert!(announced(changes).await);
    while timeout(QUIET, changes.message()).await.is_ok() {}
}

fn price_change() -> Entry {
    Entry::new("product_changed", "product", 7).changed(json!({"price": 100}), json!({"price": 90}))
}

#[sqlx::test(migrations = "tests/migrations")]
async fn a_change_is_announced_when_it_commits_and_a_read_is_not(pool: PgPool) {
    let log = TestLog::open(pool).await;
    let (mut first, mut second) = (watch(&log).await, watch(&log).await);
    tokio::join!(read_first_announcements(&mut first), read_first_announcements(&mut second));

    log.insert(1, Entry::read("order", "abc"), log.minute(0)).await;
    let mut transaction = kit::db::begin(&log.pool).await.unwrap();
    audit::insert(&mut transaction, &caller(1), price_change(), log.minute(0)).await.unwrap();
    assert!(timeout(QUIET, first.message()).await.is_err(), "nothing is announced before the commit");
    transaction.commit().await.unwrap();
    assert!(announced(&mut first).await && announced(&mut second).await);
}

#[sqlx::test(migrations = "tests/migrations")]
async fn a_stream_ends_when_the_service_stops(pool: PgPool) {
    let log = TestLog::open(pool).await;
    let mut changes = watch(&log).await;
    assert!(announced(&mut changes).await);
    log.stop.cancel();
    assert!(!announced(&mut changes).await);
}
