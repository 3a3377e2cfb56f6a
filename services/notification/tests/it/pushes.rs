//! Pushes to browsers.

use axum::http::StatusCode;
use proto::notification::{PushKeyRequest, PushSubscription, Topic};
use serde_json::json;
use sqlx::PgPool;
use tonic::Code;

use crate::{browser::Browser, news, town::Town};

const AYGUN: i64 = 7;
const RASHAD: i64 = 8;

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_browser_that_agreed_is_pushed_to_and_nobody_else_can_read_it(pool: PgPool) {
    let town = Town::open(pool).await;
    let (phone, laptop, stranger) = (Browser::open().await, Browser::open().await, Browser::open().await);
    for browser in [&phone, &laptop] {
        town.agrees(AYGUN, browser.subscription()).await.unwrap();
    }
    town.agrees(RASHAD, stranger.subscription()).await.unwrap();
    town.people.reads(AYGUN, "ru");
    town.hears(&news::order(AYGUN, "on_the_way")).await;
    town.everybody_is_told().await;
    town.everybody_is_told().await;
    assert_eq!([&phone, &laptop, &stranger].map(|browser| browser.carried().len()), [1, 1, 0]);
    let push = phone.carried().remove(0);
    assert_eq!(
        phone.reads(&push),
        json!({
            "title": "Курьер в пути",
            "text": "Заказ SQ-7K4M-29 уже едет. За ним можно следить в реальном времени.",
            "link": "/profil/sifaris-tarixcesi/SQ-7K4M-29",
            "language": "ru",
        })
    );
    assert_eq!((push.header("urgency"), push.header("ttl")), ("high", "86400"));
    assert_eq!((push.header("content-encoding"), push.header("topic").len()), ("aes128gcm", 32));
    let key = town.door().push_key(PushKeyRequest {}).await.unwrap().into_inner().key;
    assert!(push.header("authorization").starts_with("vapid t=ey"));
    assert!(push.header("authorization").ends_with(&format!(", k={key}")) && key.len() == 87);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_browser_that_is_gone_is_forgotten(pool: PgPool) {
    let town = Town::open(pool).await;
    let browser = Browser::open().await;
    town.agrees(AYGUN, browser.subscription()).await.unwrap();
    browser.answers(StatusCode::GONE);
    for _ in 0..2 {
        town.hears(&news::order(AYGUN, "on_the_way")).await;
        town.everybody_is_told().await;
    }
    assert_eq!(browser.carried().len(), 1);
    assert_eq!(town.number("select count(*) from push_subscription").await, 0);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_busy_push_service_is_asked_again(pool: PgPool) {
    let town = Town::open(pool).await;
    let browser = Browser::open().await;
    town.agrees(AYGUN, browser.subscription()).await.unwrap();
    browser.answers(StatusCode::TOO_MANY_REQUESTS);
    town.hears(&news::order(AYGUN, "on_the_way")).await;
    town.everybody_is_told().await;
    browser.answers(StatusCode::CREATED);
    town.clock.advance(chrono::TimeDelta::minutes(1));
    town.everybody_is_told().await;
    town.clock.advance(chrono::TimeDelta::minutes(1));
    town.everybody_is_told().await;
    assert_eq!(browser.carried().len(), 2);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_browser_is_whose_it_was_last_and_may_be_taken_back(pool: PgPool) {
    let town = Town::open(pool).await;
    let browser = Browser::open().await;
    for account in [AYGUN, RASHAD] {
        town.agrees(account, browser.subscription()).await.unwrap();
    }
    town.no_longer_agrees(AYGUN, &browser.subscription().endpoint).await;
    town.hears(&news::order(AYGUN, "on_the_way")).await;
    town.hears(&news::order(RASHAD, "on_the_way")).await;
    town.everybody_is_told().await;
    assert_eq!(browser.carried().len(), 1);
    town.no_longer_agrees(RASHAD, &browser.subscription().endpoint).await;
    town.hears(&news::order(RASHAD, "delivered")).await;
    town.everybody_is_told().await;
    assert_eq!(browser.carried().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_browser_is_not_pushed_to_about_what_its_reader_refused(pool: PgPool) {
    let town = Town::open(pool).await;
    let browser = Browser::open().await;
    town.people.are_fans([AYGUN]);
    town.agrees(AYGUN, browser.subscription()).await.unwrap();
    town.hears(&news::campaign(1)).await;
    town.wants(AYGUN, Topic::Orders, &["in_app", "email"]).await;
    town.hears(&news::order(AYGUN, "on_the_way")).await;
    town.everybody_is_told().await;
    assert_eq!(browser.carried().len(), 0);
    town.wants(AYGUN, Topic::Stores, &["push"]).await;
    town.hears(&news::campaign(2)).await;
    town.everybody_is_told().await;
    assert_eq!(browser.carried().len(), 1);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn what_is_no_browser_is_refused(pool: PgPool) {
    let town = Town::open(pool).await;
    let browser = Browser::open().await;
    let good = browser.subscription();
    let bad = [
        PushSubscription { endpoint: "https://10.0.0.1/push".into(), ..good.clone() },
        PushSubscription { endpoint: "http://localhost/push".into(), ..good.clone() },
        PushSubscription { endpoint: "https://evil.example/push".into(), ..good.clone() },
        PushSubscription { p256dh: "AAAA".into(), ..good.clone() },
        PushSubscription { auth: "AAAA".into(), ..good.clone() },
    ];
    for subscription in bad {
        let refused = town.agrees(AYGUN, subscription).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
    assert_eq!(town.number("select count(*) from push_subscription").await, 0);
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_copy_of_the_database_pushes_to_nobody(pool: PgPool) {
    let town = Town::open(pool).await;
    let browser = Browser::open().await;
    town.agrees(AYGUN, browser.subscription()).await.unwrap();
    let row: String = sqlx::query_scalar("select encode(sealed, 'escape') from push_subscription")
        .fetch_one(town.pool())
        .await
        .unwrap();
    assert!(!row.contains("127.0.0.1") && !row.contains(&browser.subscription().auth));
}

#[sqlx::test(migrator = "notification::MIGRATOR")]
async fn a_restart_asks_no_browser_to_agree_anew(pool: PgPool) {
    let mut keys = Vec::new();
    for _ in 0..2 {
        let town = Town::open(pool.clone()).await;
        keys.push(town.door().push_key(PushKeyRequest {}).await.unwrap().into_inner().key);
    }
    assert!(!keys[0].is_empty() && keys[0] == keys[1]);
}
