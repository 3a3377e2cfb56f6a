//! Workers whose runs are dropped halfway, and the table of all of them. `fanouts.rs` drops fan-outs and messages.

use chrono::TimeDelta;
use kit::worker::Worker;
use proto::notification::Digest;
use sqlx::PgPool;
use testkit::{
    database::eventually,
    halfway::drop_at_every_wait,
    workers::{listed, named},
};
use tokio_util::sync::CancellationToken;

use crate::{
    news,
    office::{Office, ended},
    town::Town,
};

const AYGUN: i64 = 7;

fn worker(town: &Town, name: &str) -> Worker {
    named(notification::workers(&town.herald), name)
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let town = Town::open(pool).await;
    let names = listed(notification::workers(&town.herald)).await;
    let deliveries = ["email_deliveries", "fan_out", "messages", "push_deliveries", "sms_deliveries"];
    assert_eq!(names, [&["cleanup", "digests"], &deliveries[..]].concat());
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_message_dropped_halfway_is_written_once(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    town.wants_everything(AYGUN).await;
    town.hears(&news::order(AYGUN, "waiting")).await;
    drop_at_every_wait(&pool, &worker(&town, "messages"), || {}).await;
    town.everybody_is_told().await;
    assert_eq!(town.subjects(), ["Sifarişiniz qəbul olundu"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_page_of_a_fan_out_dropped_halfway_is_told_once(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    town.people.are_fans(1..=20);
    town.hears(&news::campaign(1)).await;
    let fan_out = worker(&town, "fan_out");
    while town.number("select count(*) from fanout where ended_at is null").await > 0 {
        drop_at_every_wait(&pool, &fan_out, || {}).await;
    }
    assert_eq!(town.number("select count(*) from notification").await, 20);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_digest_dropped_halfway_has_each_thing_once(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    town.people.are_fans([AYGUN]);
    town.wants_everything(AYGUN).await;
    town.chooses(AYGUN, |mine| mine.digest = Digest::Daily.into()).await;
    town.hears(&news::birthday(AYGUN)).await;
    town.everybody_is_told().await;
    town.it_becomes("10:00:00");
    drop_at_every_wait(&pool, &worker(&town, "digests"), || {}).await;
    town.everybody_is_told().await;
    assert_eq!(town.subjects(), ["Sizin üçün xəbərlər"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_cleanup_dropped_halfway_ends_a_delivery_once(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    let office = Office::local(pool.clone()).await;
    office.take(office.reset(1)).await.unwrap();
    town.clock.advance(TimeDelta::minutes(31));
    drop_at_every_wait(&pool, &worker(&town, "cleanup"), || {}).await;
    assert_eq!(office.standing(1).await, ended("expired", "a•••@example.com", 0));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_delivery_whose_worker_is_aborted_is_sent_by_the_next(pool: PgPool) {
    let office = Office::local(pool.clone()).await;
    office.take(office.code(1)).await.unwrap();
    let sms = || named(notification::delivery_workers(&office.post), "sms_deliveries");
    drop_at_every_wait(&pool, &sms(), || {}).await;
    // Beyond the lease of the delivery.
    office.clock.advance(TimeDelta::minutes(2));
    let stop = CancellationToken::new();
    let next = tokio::spawn(sms().run(stop.clone()));
    eventually("the end of the delivery", async || office.standing(1).await.state == "sent").await;
    stop.cancel();
    next.await.unwrap().unwrap();
    assert_eq!(office.inbox(None).await.len(), 1);
}
