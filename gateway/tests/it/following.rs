//! Stores: shoppers follow them, find them by category, and see their campaigns.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{OTHER_SHOPPER, TestShop, text};

const STORES: &str = "/api/v1/store/all?perPage=100";

async fn any_store(shop: &TestShop) -> Value {
    shop.get(STORES).await.data()[0].clone()
}

/// Waits until the event feed has updated the product count.
async fn any_seller(shop: &TestShop) -> Value {
    eventually("the product counts of the stores", async || any_store(shop).await["productCount"] != 0).await;
    any_store(shop).await
}

/// Three days of 20 % off everything in the store.
pub fn draft(store: &Value, starts_at: DateTime<Utc>) -> Value {
    let time = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
    let texts = |name: &str| json!({"name": name, "text": "Bayrama hazırlaşırıq."});
    json!({
        "storeId": store["id"], "az": texts("Bayram endirimi"), "ru": texts("Праздничная скидка"), "en": texts("Holiday sale"),
        "imageUrl": "", "percent": 20, "startsAt": time(starts_at), "endsAt": time(starts_at + TimeDelta::days(3)),
        "isWholeStore": true, "productIds": [],
    })
}

#[sqlx::test(migrations = false)]
async fn followers_are_counted_once(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, other_token) = (shop.token().await, shop.token_of(OTHER_SHOPPER).await);
    let store = any_store(&shop).await;
    let (slug, before) = (text(&store["slug"]), store["subscriberCount"].as_i64().unwrap());
    // Returns the change of the follower count since the start, and whether the account follows the store.
    let post = async |token: &str, action: &str| {
        let store = shop.post_as(token, &format!("/api/v1/store/{action}/{slug}"), &json!({})).await.data();
        (store["subscriberCount"].as_i64().unwrap() - before, store["isSubscribed"] == true)
    };
    assert_eq!(post(&token, "subscribe").await, (1, true));
    assert_eq!(post(&token, "subscribe").await, (1, true), "a repetition has no effect");
    assert_eq!(post(&other_token, "subscribe").await, (2, true));
    let followed = shop.get_as(&token, "/api/v1/user/subscriptions?isGetAll=true").await;
    assert_eq!(followed.data()[0]["slug"], store["slug"]);
    assert_eq!(followed.header("cache-control"), "private, no-store");
    assert_eq!(shop.get_as(&token, &format!("/api/v1/store/{slug}")).await.data()["isSubscribed"], true);
    assert_eq!(
        shop.get(&format!("/api/v1/store/{slug}")).await.data()["isSubscribed"],
        false,
        "guests follow no store"
    );
    assert_eq!(post(&token, "unsubscribe").await, (1, false));
    assert_eq!(post(&token, "unsubscribe").await, (1, false));
    assert_eq!(shop.get_as(&token, "/api/v1/user/subscriptions?isGetAll=true").await.data(), json!([]));
    let unknown = shop.post_as(&token, "/api/v1/store/subscribe/no-such-store", &json!({})).await;
    assert_eq!(unknown.problem(), "404 store_not_found");
}

#[sqlx::test(migrations = false)]
async fn stores_can_be_filtered_by_category(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let category = text(&shop.any_product().await["category"]["slug"]).to_owned();
    let stores = shop.get(&format!("{STORES}&category={category}")).await.data();
    let products = shop.get(&format!("/api/v1/product/all?category={category}&perPage=100")).await.data();
    let sellers: std::collections::BTreeSet<i64> = products["products"]
        .as_array()
        .unwrap()
        .iter()
        .map(|product| product["store"]["id"].as_i64().unwrap())
        .collect();
    let listed = stores.as_array().unwrap().iter().map(|store| store["id"].as_i64().unwrap()).collect();
    assert_eq!(sellers, listed);
    assert_eq!(shop.get(&format!("{STORES}&category=nothing")).await.problem(), "404 category_not_found");
}

#[sqlx::test(migrations = false)]
async fn a_planned_campaign_is_visible_changed_and_cancelled(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--cache-ttl", "0s"]).await;
    let (operator, shopper) = (shop.operator().await, shop.token().await);
    let store = any_seller(&shop).await;
    let plan = draft(&store, shop.clock.now() + TimeDelta::hours(5));
    assert_eq!(shop.post_as(&shopper, "/api/v1/admin/campaigns", &plan).await.problem(), "403 forbidden");
    let planned = shop.post_as(&operator, "/api/v1/admin/campaigns", &plan).await.data();
    assert_eq!(planned["status"], "planned");
    assert_eq!(planned["percent"], 20);
    let campaign_path = format!("/api/v1/admin/campaigns/{}", planned["id"]);
    assert_eq!(shop.get_as(&operator, &campaign_path).await.data()["ru"], plan["ru"]);

    let campaigns = shop.get_in("ru", &format!("/api/v1/store/{}/campaigns/", text(&store["slug"]))).await.data();
    let coming = campaigns.as_array().unwrap().iter().find(|campaign| campaign["id"] == planned["id"]).unwrap();
    assert_eq!(coming["name"], "Праздничная скидка");
    assert_eq!(coming["status"], "planned");
    let page = shop.get(&format!("/api/v1/campaign/{}", planned["id"])).await;
    assert_eq!(page.data()["campaign"]["storeSlug"], store["slug"]);
    assert!(!page.data()["products"].as_array().unwrap().is_empty());

    let mut changed = plan.clone();
    changed["percent"] = json!(30);
    assert_eq!(shop.put_as(&operator, &campaign_path, &changed).await.data()["percent"], 30);
    let cancelled = shop.post_as(&operator, &format!("{campaign_path}/cancel"), &json!({})).await.data();
    assert_eq!(cancelled["status"], "cancelled");
    let page = shop.get(&format!("/api/v1/campaign/{}", planned["id"])).await;
    assert_eq!(page.problem(), "404 campaign_not_found");
    for id in ["x", "0", "999999"] {
        assert_eq!(shop.get(&format!("/api/v1/campaign/{id}")).await.problem(), "404 campaign_not_found");
        let path = format!("/api/v1/admin/campaigns/{id}");
        assert_eq!(shop.send_as(&operator, Method::GET, &path, &json!({})).await.problem(), "404 campaign_not_found");
    }
}
