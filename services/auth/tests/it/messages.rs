use std::time::Duration;

use chrono::TimeDelta;
use sqlx::PgPool;
use testkit::database::eventually;
use tokio_util::sync::CancellationToken;

use crate::{
    fake_notification::FakeNotification,
    requests::sign_up_request,
    test_auth::{TestAuth, email, phone},
};

const COUNT_MESSAGES: &str = "select count(*) from message";

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_message_is_retried_until_it_is_accepted(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.register(1).await;
    notification.go_offline();
    auth.forget(&email(1)).await.unwrap();
    assert_eq!(notification.deliveries().await.len(), 0);
    assert_eq!(auth.count(COUNT_MESSAGES).await, 1);
    notification.go_online();
    assert_eq!(notification.deliveries().await.len(), 0, "not before the next attempt is due");
    auth.clock.advance(TimeDelta::seconds(1));
    let deliveries = notification.deliveries().await;
    assert_eq!(deliveries.len(), 1);
    assert!(uuid::Uuid::parse_str(&deliveries[0].id).is_ok());
    // A reset link, and so its message, is valid for 30 minutes from the request.
    let expiry = auth.clock.now() + TimeDelta::minutes(30) - TimeDelta::seconds(1);
    assert_eq!(deliveries[0].expires_at.unwrap().seconds, expiry.timestamp());
    assert_eq!(auth.count(COUNT_MESSAGES).await, 0);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn delays_double_and_expired_messages_are_dropped(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    notification.go_offline();
    auth.send_code(&phone(1)).await.unwrap();
    let mut attempts = Vec::new();
    for second in 0..310 {
        if notification.delivery_worker().deliver_due().await.unwrap() > 0 {
            attempts.push(second);
        }
        auth.clock.advance(TimeDelta::seconds(1));
    }
    // The delay doubles up to one minute. The last attempt finds that the code has expired, after 300 seconds.
    assert_eq!(attempts, [0, 1, 3, 7, 15, 31, 63, 123, 183, 243, 303]);
    notification.go_online();
    assert_eq!((notification.deliveries().await.len(), auth.count(COUNT_MESSAGES).await), (0, 0));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn concurrent_workers_deliver_each_message_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    for number in 1..=40 {
        auth.send_code(&phone(number)).await.unwrap();
    }
    let workers = (0..8).map(|_| {
        let worker = notification.delivery_worker();
        async move { while worker.deliver_due().await.unwrap() > 0 {} }
    });
    futures::future::join_all(workers).await;
    let mut ids: Vec<_> = notification.deliveries().await.into_iter().map(|delivery| delivery.id).collect();
    assert_eq!(ids.len(), 40);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 40);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_message_claimed_by_a_dead_worker_is_delivered_after_its_lease(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    auth.send_code(&phone(1)).await.unwrap();
    // A worker has claimed the message and died. Its lease is 30 seconds.
    sqlx::query("update message set due_at = due_at + interval '30 seconds', attempts = 1")
        .execute(&auth.app.pool)
        .await
        .unwrap();
    assert_eq!(notification.deliveries().await.len(), 0);
    auth.clock.advance(TimeDelta::seconds(30));
    assert_eq!(notification.deliveries().await.len(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_notification_wakes_the_worker_and_it_stops_on_request(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let stop = CancellationToken::new();
    let running = tokio::spawn(notification.delivery_worker().worker().run(stop.clone()));
    tokio::time::sleep(Duration::from_millis(50)).await;
    auth.send_code(&phone(1)).await.unwrap();
    eventually("the message to be accepted", || async { auth.count(COUNT_MESSAGES).await == 0 }).await;
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(5), running).await.expect("the worker stops").unwrap().unwrap();
    assert_eq!(notification.deliveries().await.len(), 1);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_failed_sign_up_sends_no_message(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let notification = FakeNotification::start(&auth).await;
    let proof = auth.verify_phone(&notification, &phone(1)).await;
    auth.register(1).await;
    auth.sign_up(sign_up_request(&phone(1), &email(2), &proof)).await.unwrap_err();
    assert_eq!(auth.count(COUNT_MESSAGES).await, 0);
    assert_eq!(notification.templates_to(&email(2)).await, [""; 0]);
}
