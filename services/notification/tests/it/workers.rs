//! Crashes are simulated by dropping a worker's run at each of its await points.

use chrono::TimeDelta;
use kit::worker::Worker;
use proto::notification::Digest;
use sqlx::PgPool;
use testkit::{
    cancellation::drop_at_every_await,
    database::eventually,
    workers::{listed, named},
};
use tokio_util::sync::CancellationToken;

use crate::{
    test_delivery_service::{TestDeliveryService, ended},
    test_events,
    test_shop::TestShop,
};

const AYGUN: i64 = 7;

fn worker(shop: &TestShop, name: &str) -> Worker {
    named(notification::workers(&shop.context), name)
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let names = listed(notification::workers(&shop.context)).await;
    let expected =
        ["cleanup", "digests", "email_deliveries", "fan_out", "messages", "push_deliveries", "sms_deliveries"];
    assert_eq!(names, expected);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn message_is_written_once_when_the_worker_crashes(pool: PgPool) {
    let shop = TestShop::open(pool.clone()).await;
    shop.choose_all_channels(AYGUN).await;
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "waiting")).await;
    drop_at_every_await(&pool, &worker(&shop, "messages"), || {}).await;
    shop.process_everything().await;
    assert_eq!(shop.subjects(), ["Sifarişiniz qəbul olundu"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn fan_out_notifies_once_when_the_worker_crashes(pool: PgPool) {
    let shop = TestShop::open(pool.clone()).await;
    shop.services.add_to_audience(1..=20);
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    let fan_out = worker(&shop, "fan_out");
    while shop.query_number("select count(*) from fanout where ended_at is null").await > 0 {
        drop_at_every_await(&pool, &fan_out, || {}).await;
    }
    assert_eq!(shop.query_number("select count(*) from notification").await, 20);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn digest_is_sent_once_when_the_worker_crashes(pool: PgPool) {
    let shop = TestShop::open(pool.clone()).await;
    shop.services.add_to_audience([AYGUN]);
    shop.choose_all_channels(AYGUN).await;
    shop.change_preferences(AYGUN, |preferences| preferences.digest = Digest::Daily.into()).await;
    shop.publish_and_apply(&test_events::birthday_near(AYGUN)).await;
    shop.process_everything().await;
    shop.advance_to("10:00:00");
    drop_at_every_await(&pool, &worker(&shop, "digests"), || {}).await;
    shop.process_everything().await;
    assert_eq!(shop.subjects(), ["Sizin üçün xəbərlər"]);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn expired_delivery_ends_once_when_the_cleanup_crashes(pool: PgPool) {
    let shop = TestShop::open(pool.clone()).await;
    let service = TestDeliveryService::local(pool.clone()).await;
    service.submit(service.password_reset(1)).await.unwrap();
    // The link expires after 30 minutes.
    shop.clock.advance(TimeDelta::minutes(31));
    drop_at_every_await(&pool, &worker(&shop, "cleanup"), || {}).await;
    assert_eq!(service.state_of(1).await, ended("expired", "a•••@example.com", 0));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn delivery_of_a_crashed_worker_is_sent_by_the_next(pool: PgPool) {
    let service = TestDeliveryService::local(pool.clone()).await;
    service.submit(service.code(1)).await.unwrap();
    let sms = || named(notification::delivery_workers(&service.sender), "sms_deliveries");
    drop_at_every_await(&pool, &sms(), || {}).await;
    // The lease of the delivery ends.
    service.clock.advance(TimeDelta::minutes(2));
    let stop = CancellationToken::new();
    let next = tokio::spawn(sms().run(stop.clone()));
    eventually("the end of the delivery", async || service.state_of(1).await.state == "sent").await;
    stop.cancel();
    next.await.unwrap().unwrap();
    // A crash between the sending and its record sends the same message again.
    let messages = service.inbox(None).await;
    assert!(!messages.is_empty());
    assert!(messages.iter().all(|message| message.text == messages[0].text), "{messages:?}");
}
