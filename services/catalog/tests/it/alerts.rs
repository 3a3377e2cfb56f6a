//! Events for shoppers who wait for a lower price or for new stock.

use chrono::TimeDelta;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    fakes::FakeCampaigns,
    shop::{Demo, TestShop, product},
    stock::line,
};

impl TestShop {
    async fn events(&self, kind: &str) -> Vec<Value> {
        sqlx::query_scalar("select payload from outbox where kind = $1 order by outbox_id")
            .bind(kind)
            .fetch_all(&self.app.pool)
            .await
            .unwrap()
    }

    /// Old and new price of each published price drop.
    async fn price_drops(&self) -> Vec<(i64, i64)> {
        let events = self.events("price_dropped").await;
        events.iter().map(|drop| (drop["from"].as_i64().unwrap(), drop["to"].as_i64().unwrap())).collect()
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn price_drops_are_published_and_rises_are_not(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (from, until) = (shop.clock.now() + TimeDelta::hours(1), shop.clock.now() + TimeDelta::hours(2));
    // The price is 400 during the second hour.
    let sale = |price: i64| {
        let prices = json!({
            "price": price, "discounted": 400,
            "discountFrom": from.to_rfc3339(), "discountUntil": until.to_rfc3339(),
        });
        Demo::with([product("a", &prices)])
    };
    shop.load(&sale(1000)).await.unwrap();
    let campaigns = FakeCampaigns::connect(&shop).await;
    assert!(shop.price_drops().await.is_empty(), "a new product has no price drop");
    shop.load(&sale(900)).await.unwrap();
    assert_eq!(shop.price_drops().await, [(1000, 900)]);

    shop.load(&sale(1100)).await.unwrap();

    // 20 % off all products of store 1.
    campaigns.start(1, 1, 20).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(shop.price_drops().await[1..], [(1100, 880)], "20 % off 1100");
    shop.clock.advance(TimeDelta::hours(1));
    catalog::reprice(&shop.app).await.unwrap();
    assert_eq!(shop.price_drops().await[2..], [(880, 400)], "the lower of campaign and own discount");

    // From here on the price only rises.
    campaigns.start(2, 1, 30).await;
    campaigns.wait_until_applied(&shop).await;
    shop.clock.advance(TimeDelta::hours(1));
    catalog::reprice(&shop.app).await.unwrap();
    campaigns.end(2, 1).await;
    campaigns.end(1, 1).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(shop.price_drops().await.len(), 3, "no event without a price drop");

    let event = &shop.events("price_dropped").await[0];
    let names = json!({"az": "a", "ru": "a (ru)", "en": "a (en)"});
    assert_eq!(
        event,
        &json!({"productId": shop.id_of("a").await, "from": 1000, "to": 900, "names": names, "slug": "a"})
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unpublished_products_cause_no_price_or_stock_events(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 1})), product("b", &json!({}))]).await;
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    shop.reserve("1", &[line(a, 1)]).await.unwrap();
    catalog::publish(&shop.app, a, catalog::State::Withdrawn).await.unwrap();
    catalog::publish(&shop.app, b, catalog::State::Draft).await.unwrap();

    let campaigns = FakeCampaigns::connect(&shop).await;
    campaigns.start(1, 1, 20).await;
    campaigns.wait_until_applied(&shop).await;
    shop.release("1").await.unwrap();

    assert!(shop.price_drops().await.is_empty());
    assert!(shop.events("back_in_stock").await.is_empty());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn return_to_stock_is_published_once(pool: PgPool) {
    let with_stock = |stock: i64| Demo::with([product("a", &json!({"stock": stock}))]);
    let shop = TestShop::start(pool).await;
    shop.load(&with_stock(2)).await.unwrap();
    let a = shop.id_of("a").await;
    let count = async || shop.events("back_in_stock").await.len();

    shop.reserve("1", &[line(a, 1)]).await.unwrap();
    shop.reserve("2", &[line(a, 1)]).await.unwrap();
    assert_eq!(count().await, 0, "sold out");
    shop.release("1").await.unwrap();
    shop.release("1").await.unwrap();
    assert_eq!(count().await, 1, "the second release changes nothing");
    shop.release("2").await.unwrap();
    assert_eq!(count().await, 1, "it was available before");

    shop.reserve("3", &[line(a, 2)]).await.unwrap();
    shop.sell("3").await.unwrap();
    shop.load(&with_stock(5)).await.unwrap();
    assert_eq!(count().await, 2, "new stock arrived");
    shop.load(&with_stock(6)).await.unwrap();
    assert_eq!(count().await, 2, "it was in stock before");

    let second_event = shop.events("back_in_stock").await.remove(1);
    assert_eq!(
        second_event,
        json!({"productId": a, "names": {"az": "a", "ru": "a (ru)", "en": "a (en)"}, "slug": "a"})
    );
}
