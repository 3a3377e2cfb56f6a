//! Notification preferences, links to unsubscribe, and browsers' subscriptions to push messages.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{OTHER_SHOPPER, TestShop, text};

const PREFERENCES: &str = "/api/v1/notification/preferences";

fn choice<'a>(preferences: &'a mut Value, topic: &str) -> &'a mut Value {
    let topics = preferences["topics"].as_array_mut().expect("topics");
    topics.iter_mut().find(|choice| choice["topic"] == topic).expect("every topic is there")
}

#[sqlx::test(migrations = false)]
async fn preferences_are_saved_per_account(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, other_token) = (shop.token().await, shop.token_of(OTHER_SHOPPER).await);
    let mut preferences = shop.get_as(&token, PREFERENCES).await.data();
    let before = preferences.clone();
    assert_eq!(preferences["language"], "az");
    assert_eq!(choice(&mut preferences, "account")["isFixed"], true);
    choice(&mut preferences, "stores")["email"] = json!(true);
    preferences["quietHours"] = json!({"isOn": true, "from": "22:30", "until": "07:45"});
    preferences["digest"] = json!("daily");
    preferences["language"] = json!("ru");
    assert_eq!(shop.put_as(&token, PREFERENCES, &preferences).await.data(), preferences);
    assert_eq!(shop.get_as(&token, PREFERENCES).await.data(), preferences);
    assert_eq!(shop.get_as(&other_token, PREFERENCES).await.data(), before, "other accounts are unchanged");
}

#[sqlx::test(migrations = false)]
async fn invalid_preferences_are_refused_and_not_saved(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let valid = shop.get_as(&token, PREFERENCES).await.data();
    for (pointer, value) in [
        ("/quietHours/from", json!("25:00")),
        ("/quietHours/until", json!("soon")),
        ("/digest", json!("hourly")),
        ("/language", json!("tr")),
        ("/topics/0/topic", json!("gossip")),
        ("/topics/1/email", json!("yes")),
    ] {
        let mut invalid = valid.clone();
        *invalid.pointer_mut(pointer).expect(pointer) = value;
        let response = shop.put_as(&token, PREFERENCES, &invalid).await;
        assert!(response.problem().starts_with("422 validation_failed"), "{pointer}: {}", response.text);
    }
    assert_eq!(shop.get_as(&token, PREFERENCES).await.data(), valid, "nothing is saved");
}

#[sqlx::test(migrations = false)]
async fn an_invalid_unsubscribe_link_is_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for token in ["", "x", "bm90IGEgdG9rZW4", &"a".repeat(3000)] {
        let path = format!("/api/v1/notification/unsubscribe?token={token}");
        let response = shop.post(&path, &json!({})).await;
        assert!((400..500).contains(&response.status), "{token:.20}: {}", response.text);
    }
}

#[sqlx::test(migrations = false)]
async fn a_push_subscription_with_an_invalid_endpoint_is_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    assert!(!text(&shop.get("/api/v1/notification/push/key").await.data()["key"]).is_empty());
    for endpoint in ["", "x", "ftp://push.example/1", "http://169.254.169.254/latest", "https://user@push.example"] {
        let body = json!({"endpoint": endpoint, "p256dh": "x", "auth": "y"});
        let response = shop.post_as(&token, "/api/v1/notification/push", &body).await;
        assert!(response.problem().starts_with("422 validation_failed"), "{endpoint}: {}", response.text);
    }
    let unknown = json!({"endpoint": "https://push.example/never-there"});
    let response = shop.send_as(&token, Method::DELETE, "/api/v1/notification/push", &unknown).await;
    assert_eq!(response.status, 200, "{}", response.text);
}

#[sqlx::test(migrations = false)]
async fn all_notifications_are_marked_as_read(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let unread = async || shop.get_as(&token, "/api/v1/notification/count?hasViewed=false").await.data()["count"] == 1;
    eventually("the welcome notification", unread).await;
    assert_eq!(shop.post_as(&token, "/api/v1/notification/read-all", &json!({})).await.data(), json!({"count": 0}));
}
