//! Deliveries by push.

use axum::http::StatusCode;
use proto::notification::{PushKeyRequest, PushSubscription, Topic};
use serde_json::json;
use sqlx::PgPool;
use tonic::Code;

use crate::{fake_browser::FakeBrowser, test_events, test_shop::TestShop};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn push_is_encrypted_for_the_subscribed_browser(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let (phone, laptop, stranger) = (FakeBrowser::open().await, FakeBrowser::open().await, FakeBrowser::open().await);
    for browser in [&phone, &laptop] {
        shop.add_push_subscription(AYGUN, browser.subscription()).await.unwrap();
    }
    shop.add_push_subscription(RASHAD, stranger.subscription()).await.unwrap();
    shop.services.set_language(AYGUN, "ru");
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "on_the_way")).await;
    shop.process_everything().await;
    // A second run must not send the pushes again.
    shop.process_everything().await;
    assert_eq!([&phone, &laptop, &stranger].map(|browser| browser.received().len()), [1, 1, 0]);
    let push = phone.received().remove(0);
    assert_eq!(
        phone.decrypt(&push),
        json!({
            "title": "Курьер в пути",
            "text": "Заказ SQ-7K4M-29 уже едет. За ним можно следить в реальном времени.",
            "link": "/profil/sifaris-tarixcesi/SQ-7K4M-29",
            "language": "ru",
        })
    );
    assert_eq!((push.header("urgency"), push.header("ttl")), ("high", "86400"));
    assert_eq!((push.header("content-encoding"), push.header("topic").len()), ("aes128gcm", 32));
    let key = shop.preferences_client().push_key(PushKeyRequest {}).await.unwrap().into_inner().key;
    assert!(push.header("authorization").starts_with("vapid t=ey"));
    assert!(push.header("authorization").ends_with(&format!(", k={key}")));
    assert_eq!(key.len(), 87, "a point of 65 bytes in base64");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn expired_push_subscription_is_deleted(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let browser = FakeBrowser::open().await;
    shop.add_push_subscription(AYGUN, browser.subscription()).await.unwrap();
    browser.set_response(StatusCode::GONE);
    for _ in 0..2 {
        shop.publish_and_apply(&test_events::order_moved(AYGUN, "on_the_way")).await;
        shop.process_everything().await;
    }
    assert_eq!(browser.received().len(), 1, "the second event finds no subscription");
    assert_eq!(shop.query_number("select count(*) from push_subscription").await, 0);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn busy_push_service_is_retried(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let browser = FakeBrowser::open().await;
    shop.add_push_subscription(AYGUN, browser.subscription()).await.unwrap();
    browser.set_response(StatusCode::TOO_MANY_REQUESTS);
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "on_the_way")).await;
    shop.process_everything().await;
    browser.set_response(StatusCode::CREATED);
    shop.clock.advance(chrono::TimeDelta::minutes(1));
    shop.process_everything().await;
    shop.clock.advance(chrono::TimeDelta::minutes(1));
    shop.process_everything().await;
    assert_eq!(browser.received().len(), 2, "one push was refused, one accepted");
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn push_subscription_belongs_to_the_last_account(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let browser = FakeBrowser::open().await;
    for account in [AYGUN, RASHAD] {
        shop.add_push_subscription(account, browser.subscription()).await.unwrap();
    }
    shop.remove_push_subscription(AYGUN, &browser.subscription().endpoint).await;
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "on_the_way")).await;
    shop.publish_and_apply(&test_events::order_moved(RASHAD, "on_the_way")).await;
    shop.process_everything().await;
    assert_eq!(browser.received().len(), 1);
    shop.remove_push_subscription(RASHAD, &browser.subscription().endpoint).await;
    shop.publish_and_apply(&test_events::order_moved(RASHAD, "delivered")).await;
    shop.process_everything().await;
    assert_eq!(browser.received().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn topics_that_are_turned_off_are_not_pushed(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let browser = FakeBrowser::open().await;
    shop.services.add_to_audience([AYGUN]);
    shop.add_push_subscription(AYGUN, browser.subscription()).await.unwrap();
    shop.publish_and_apply(&test_events::campaign_started(1)).await;
    shop.choose_channels(AYGUN, Topic::Orders, &["in_app", "email"]).await;
    shop.publish_and_apply(&test_events::order_moved(AYGUN, "on_the_way")).await;
    shop.process_everything().await;
    assert_eq!(browser.received().len(), 0);
    shop.choose_channels(AYGUN, Topic::Stores, &["push"]).await;
    shop.publish_and_apply(&test_events::campaign_started(2)).await;
    shop.process_everything().await;
    assert_eq!(browser.received().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn invalid_push_subscriptions_are_rejected(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let browser = FakeBrowser::open().await;
    let good = browser.subscription();
    let bad = [
        PushSubscription { endpoint: "https://10.0.0.1/push".into(), ..good.clone() },
        PushSubscription { endpoint: "http://localhost/push".into(), ..good.clone() },
        PushSubscription { endpoint: "https://evil.example/push".into(), ..good.clone() },
        PushSubscription { p256dh: "AAAA".into(), ..good.clone() },
        PushSubscription { auth: "AAAA".into(), ..good.clone() },
    ];
    for subscription in bad {
        let status = shop.add_push_subscription(AYGUN, subscription).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
    }
    assert_eq!(shop.query_number("select count(*) from push_subscription").await, 0);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn database_copy_does_not_reveal_push_subscriptions(pool: PgPool) {
    let shop = TestShop::open(pool).await;
    let browser = FakeBrowser::open().await;
    shop.add_push_subscription(AYGUN, browser.subscription()).await.unwrap();
    let row: String = sqlx::query_scalar("select encode(sealed, 'escape') from push_subscription")
        .fetch_one(shop.pool())
        .await
        .unwrap();
    assert!(!row.contains("127.0.0.1"), "the endpoint is readable");
    assert!(!row.contains(&browser.subscription().auth));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn push_key_survives_a_restart(pool: PgPool) {
    let mut keys = Vec::new();
    for _ in 0..2 {
        let shop = TestShop::open(pool.clone()).await;
        keys.push(shop.preferences_client().push_key(PushKeyRequest {}).await.unwrap().into_inner().key);
    }
    assert!(!keys[0].is_empty());
    assert_eq!(keys[0], keys[1]);
}
