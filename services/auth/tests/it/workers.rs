//! Crashes are simulated by dropping a worker's run at every await point in turn.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{config::FeedConfig, worker::Worker};
use sqlx::PgPool;
use testkit::{
    cancellation::drop_at_every_await,
    database::announced,
    workers::{listed, named},
};

use crate::{
    fake_notification::FakeNotification,
    owner::family_request,
    test_auth::{PASSWORD, TestAuth},
};

async fn worker(auth: &TestAuth, name: &str) -> Worker {
    let notification = FakeNotification::start(auth).await;
    named(auth::workers(&auth.app, &FeedConfig::default(), &notification.delivery_worker()), name)
}

/// Between two runs.
fn no_time_passes() {}

async fn count_events(pool: &PgPool, kind: &str) -> usize {
    announced(pool).await.iter().filter(|event| *event == kind).count()
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let names = listed(auth::workers(&auth.app, &FeedConfig::default(), &notification.delivery_worker())).await;
    assert_eq!(names, ["birthdays", "erasures", "expired_rows", "letters", "outbox_retention", "signing_keys"]);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_erasure_dropped_halfway_is_repeated_and_published_once(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    auth.owner(1).await.request_deletion(PASSWORD).await.unwrap();
    auth.clock.advance(TimeDelta::days(30));
    drop_at_every_await(&pool, &worker(&auth, "erasures").await, no_time_passes).await;
    assert_eq!(auth.count("select count(*) from account").await, 0);
    assert_eq!(count_events(&pool, "account_erased").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_reminder_dropped_halfway_is_published_once(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    auth.owner(1).await.add_family(family_request("Ana", "1960-11-28")).await.unwrap();
    let noon: DateTime<Utc> = "2026-11-21T12:00:00+04:00".parse().unwrap();
    auth.clock.advance(noon - auth.clock.now());
    drop_at_every_await(&pool, &worker(&auth, "birthdays").await, no_time_passes).await;
    assert_eq!(count_events(&pool, "birthday_near").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn expired_rows_are_deleted_despite_dropped_runs(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    auth.owner(1).await;
    // Known devices are stored longest: for 400 days.
    auth.clock.advance(TimeDelta::days(401));
    drop_at_every_await(&pool, &worker(&auth, "expired_rows").await, no_time_passes).await;
    let left = "select (select count(*) from session) + (select count(*) from refresh_token)
                    + (select count(*) from account_device)";
    assert_eq!(auth.count(left).await, 0);
    assert_eq!(auth.count("select count(*) from account").await, 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_rotation_dropped_halfway_creates_each_key_once(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    drop_at_every_await(&pool, &worker(&auth, "signing_keys").await, no_time_passes).await;
    let (keys, terms) = ("select count(*) from signing_key", "select count(distinct active_from) from signing_key");
    let created = auth.count(keys).await;
    assert!(created > 0);
    assert_eq!(auth.count(terms).await, created);
    auth::rotate_keys(&auth.app).await.unwrap();
    assert_eq!(auth.count(keys).await, created, "no key was missing");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_message_dropped_halfway_is_delivered_with_the_same_id(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let notification = FakeNotification::start(&auth).await;
    auth.owner(1).await.report("Sifariş", "Kuryer zəng etmədi, gözləyirəm.").await.unwrap();
    let worker = named(auth::workers(&auth.app, &FeedConfig::default(), &notification.delivery_worker()), "letters");
    // The time between two runs is longer than the lease of a message (30 seconds), and than its longest delay.
    drop_at_every_await(&pool, &worker, || auth.clock.advance(TimeDelta::seconds(61))).await;
    assert_eq!(auth.count("select count(*) from message").await, 0);
    let deliveries = notification.deliveries().await;
    let ids: HashSet<_> = deliveries.iter().map(|delivery| &delivery.id).collect();
    assert_eq!(ids.len(), 1, "{deliveries:?}");
}
