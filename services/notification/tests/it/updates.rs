//! Streams of changes, and updates since a notification.

use std::{collections::BTreeSet, time::Duration};

use proto::notification::PulseBeat;
use sqlx::PgPool;
use testkit::database::eventually;
use tonic::Streaming;

use crate::test_service::{PROBE, TestService, session_reused, user_registered};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

/// Skips the probes of [`TestService::changes`].
async fn next(changes: &mut Streaming<PulseBeat>) -> Option<Vec<i64>> {
    loop {
        let change =
            tokio::time::timeout(Duration::from_secs(10), changes.message()).await.expect("a change within 10 seconds");
        let accounts = change.expect("the stream ends without an error")?.account_ids;
        if accounts != PROBE {
            return Some(accounts);
        }
    }
}

/// Inserts a notification for each of these accounts in one statement.
async fn notify_all(pool: &PgPool, first: i64, last: i64) {
    sqlx::query(
        "insert into notification (account_id, kind, created_at)
         select account, 'welcome', now() from generate_series($1, $2) as account",
    )
    .bind(first)
    .bind(last)
    .execute(pool)
    .await
    .unwrap();
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn every_change_reaches_each_subscriber_once(pool: PgPool) {
    let service = TestService::open(pool).await;
    let (mut first, mut second) = (service.changes().await, service.changes().await);
    let welcome = service.welcome(AYGUN).await;
    service.read(AYGUN, welcome.id).await.unwrap();
    service.read(AYGUN, welcome.id).await.unwrap();
    service.read_all(AYGUN).await;
    service.welcome(RASHAD).await;
    service.read_all(RASHAD).await;
    // Only arrivals and the first reading of a notification change a list.
    for changes in [&mut first, &mut second] {
        for account in [AYGUN, AYGUN, RASHAD, RASHAD] {
            assert_eq!(next(changes).await.unwrap(), [account]);
        }
    }
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn notices_for_many_accounts_are_split(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    let mut changes = service.changes().await;
    // A notice is limited to 8,000 bytes, too few for these longest ids.
    let (first, last) = (i64::MAX - 1_999, i64::MAX - 1);
    notify_all(&pool, first, last).await;
    let mut changed = BTreeSet::new();
    while changed.len() < 1_999 {
        let part = next(&mut changes).await.unwrap();
        // The limit of `wake_readers` in the migration.
        assert!(part.len() <= 350, "the notice names {} accounts", part.len());
        assert!(part.iter().all(|account| changed.insert(*account)), "an account was sent twice");
    }
    assert!(changed.into_iter().eq(first..=last));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn rolled_back_notifications_are_not_sent(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    let mut changes = service.changes().await;
    let mut tx = kit::db::begin(&pool).await.unwrap();
    let insert = "insert into notification (account_id, kind, created_at) values ($1, 'welcome', now())";
    sqlx::query(insert).bind(AYGUN).execute(&mut *tx).await.unwrap();
    tx.rollback().await.unwrap();
    service.publish(&user_registered(RASHAD)).await;
    assert_eq!(next(&mut changes).await.unwrap(), [RASHAD]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn stream_ends_when_the_listen_connection_drops(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    let mut changes = service.changes().await;
    let terminate = "select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and query ilike 'listen \"notification_changed\"%'";
    assert_eq!(sqlx::query(terminate).execute(&pool).await.unwrap().rows_affected(), 1);
    assert_eq!(next(&mut changes).await, None);
    let mut again = service.changes().await;
    service.publish(&user_registered(AYGUN)).await;
    assert_eq!(next(&mut again).await.unwrap(), [AYGUN]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn updates_contain_everything_after_the_known_id(pool: PgPool) {
    let service = TestService::open(pool).await;
    let nothing = service.since(AYGUN, None).await;
    assert_eq!((nothing.notifications.len(), nothing.unread_count, nothing.last_id), (0, 0, 0));
    let welcome = service.welcome(AYGUN).await;
    let totals = service.since(AYGUN, None).await;
    assert_eq!((totals.notifications.len(), totals.unread_count, totals.last_id), (0, 1, welcome.id));
    for account in [AYGUN, RASHAD, AYGUN] {
        service.publish(&session_reused(account)).await;
    }
    service.wait_for_feed().await;
    let updates = service.since(AYGUN, Some(welcome.id)).await;
    let list = service.list(AYGUN, "az").await;
    assert!(updates.notifications.iter().eq(list[..2].iter().rev()), "{updates:?}");
    assert_eq!((updates.unread_count, updates.last_id), (3, list[0].id));
    let nothing_new = service.since(AYGUN, Some(updates.last_id)).await;
    assert_eq!(
        (nothing_new.notifications.len(), nothing_new.unread_count, nothing_new.last_id),
        (0, 3, updates.last_id)
    );
    assert_eq!(service.since(AYGUN, Some(nothing.last_id)).await.notifications.len(), 3, "all three");
    let unknown = service.since(AYGUN, Some(i64::MAX)).await;
    assert_eq!(
        (unknown.notifications.len(), unknown.last_id),
        (0, updates.last_id),
        "and the reader continues from here"
    );
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn updates_are_limited_to_the_newest_50(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    for _ in 0..60 {
        notify_all(&pool, AYGUN, AYGUN).await;
    }
    let updates = service.since(AYGUN, Some(0)).await;
    let ids: Vec<i64> = updates.notifications.iter().map(|notification| notification.id).collect();
    assert!(ids.into_iter().eq(11..=60), "the newest 50 of 60");
    assert_eq!((updates.unread_count, updates.last_id), (60, 60));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn ids_follow_the_order_of_commits(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    let mut slow = kit::db::begin(&pool).await.unwrap();
    let insert = "insert into notification (account_id, kind, created_at) values ($1, 'security', now())";
    sqlx::query(insert).bind(AYGUN).execute(&mut *slow).await.unwrap();
    service.publish(&user_registered(AYGUN)).await;
    eventually("the second insert to wait for the first", async || {
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted
                       and database = (select oid from pg_database where datname = current_database())";
        sqlx::query_scalar::<_, i64>(waiting).fetch_one(&pool).await.unwrap() == 1
    })
    .await;
    let before = service.since(AYGUN, Some(0)).await;
    slow.commit().await.unwrap();
    service.wait_for_feed().await;
    let after = service.since(AYGUN, Some(before.last_id)).await;
    let kinds: Vec<&str> = after.notifications.iter().map(|notification| notification.kind.as_str()).collect();
    assert_eq!((before.last_id, kinds.as_slice()), (0, ["security", "welcome"].as_slice()));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn concurrent_readers_get_their_own_updates(pool: PgPool) {
    let service = TestService::open(pool.clone()).await;
    let accounts = 100..400;
    notify_all(&pool, accounts.start, accounts.end - 1).await;
    // Every third account has a second notification.
    for account in accounts.clone().step_by(3) {
        notify_all(&pool, account, account).await;
    }
    // Accounts with an even id load everything, the others only the totals.
    let queries = accounts.map(|account| service.since(account, (account % 2 == 0).then_some(0)));
    for (index, updates) in futures::future::join_all(queries).await.into_iter().enumerate() {
        let unread = if index % 3 == 0 { 2 } else { 1 };
        let listed = service.list(100 + index as i64, "az").await;
        assert_eq!((updates.unread_count, updates.last_id), (unread, listed[0].id), "{index}");
        let expected: &[_] = if index % 2 == 0 { &listed } else { &[] };
        assert!(updates.notifications.iter().eq(expected.iter().rev()), "{index}: {updates:?}");
    }
}
