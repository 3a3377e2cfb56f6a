//! Notification preferences, unsubscribing and push subscriptions.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::house::{House, NEIGHBOUR, text};

const PREFERENCES: &str = "/api/v1/notification/preferences";

fn choice<'a>(preferences: &'a mut Value, topic: &str) -> &'a mut Value {
    let topics = preferences["topics"].as_array_mut().expect("topics");
    topics.iter_mut().find(|choice| choice["topic"] == topic).expect("every topic is there")
}

#[sqlx::test(migrations = false)]
async fn everybody_chooses_for_themselves(pool: PgPool) {
    let house = House::start(pool).await;
    let (token, neighbour) = (house.token().await, house.token_of(NEIGHBOUR).await);
    let mut wanted = house.get_as(&token, PREFERENCES).await.data();
    let before = wanted.clone();
    assert_eq!(wanted["language"], "az");
    assert_eq!(choice(&mut wanted, "account")["isFixed"], true);
    choice(&mut wanted, "stores")["email"] = json!(true);
    wanted["quietHours"] = json!({"isOn": true, "from": "22:30", "until": "07:45"});
    wanted["digest"] = json!("daily");
    wanted["language"] = json!("ru");
    assert_eq!(house.put_as(&token, PREFERENCES, &wanted).await.data(), wanted);
    assert_eq!(house.get_as(&token, PREFERENCES).await.data(), wanted);
    assert_eq!(house.get_as(&neighbour, PREFERENCES).await.data(), before, "nobody chooses for others");
}

#[sqlx::test(migrations = false)]
async fn a_choice_that_is_none_is_refused(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    let good = house.get_as(&token, PREFERENCES).await.data();
    for (place, wrong) in [
        ("/quietHours/from", json!("25:00")),
        ("/quietHours/until", json!("soon")),
        ("/digest", json!("hourly")),
        ("/language", json!("tr")),
        ("/topics/0/topic", json!("gossip")),
        ("/topics/1/email", json!("yes")),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(place).expect(place) = wrong;
        let answer = house.put_as(&token, PREFERENCES, &bad).await;
        assert!(answer.problem().starts_with("422 validation_failed"), "{place}: {}", answer.text);
    }
    assert_eq!(house.get_as(&token, PREFERENCES).await.data(), good, "and nothing is written");
}

#[sqlx::test(migrations = false)]
async fn a_link_that_nobody_sent_ends_nothing(pool: PgPool) {
    let house = House::start(pool).await;
    for token in ["", "x", "bm90IGEgdG9rZW4", &"a".repeat(3000)] {
        let path = format!("/api/v1/notification/unsubscribe?token={token}");
        let answer = house.post(&path, &json!({})).await;
        assert!((400..500).contains(&answer.status), "{token:.20}: {}", answer.text);
    }
}

#[sqlx::test(migrations = false)]
async fn a_browser_is_pushed_to_only_where_pushes_go(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    assert!(!text(&house.get("/api/v1/notification/push/key").await.data()["key"]).is_empty());
    for endpoint in ["", "x", "ftp://push.example/1", "http://169.254.169.254/latest", "https://user@push.example"] {
        let body = json!({"endpoint": endpoint, "p256dh": "x", "auth": "y"});
        let answer = house.post_as(&token, "/api/v1/notification/push", &body).await;
        assert!(answer.problem().starts_with("422 validation_failed"), "{endpoint}: {}", answer.text);
    }
    let gone = json!({"endpoint": "https://push.example/never-there"});
    let answer = house.send_as(&token, Method::DELETE, "/api/v1/notification/push", &gone).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

#[sqlx::test(migrations = false)]
async fn all_is_read_at_once(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    let unread = async || house.get_as(&token, "/api/v1/notification/count?hasViewed=false").await.data()["count"] == 1;
    eventually("the welcome", unread).await;
    assert_eq!(house.post_as(&token, "/api/v1/notification/read-all", &json!({})).await.data(), json!({"count": 0}));
}
