//! Discounts that begin and end automatically.

use std::time::Duration;

use chrono::TimeDelta;
use kit::config::FeedConfig;
use proto::catalog::{ListProductsRequest, LookupLine, LookupRequest, ProductSort};
use serde_json::json;
use sqlx::PgPool;
use testkit::workers::named;

use crate::shop::{Demo, TestShop, product};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_pages_and_carts_agree_on_discounts(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (from, until) = (shop.clock.now() + TimeDelta::hours(1), shop.clock.now() + TimeDelta::hours(2));
    let sale = json!({
        "price": 2000, "discounted": 500,
        "discountFrom": from.to_rfc3339(), "discountUntil": until.to_rfc3339(),
    });
    let steady = product("steady", &json!({"price": 1000}));
    shop.load(&Demo::with([product("sale", &sale), steady])).await.unwrap();
    let product_id = shop.id_of("sale").await;

    let prices = async || {
        let list = ListProductsRequest { sort: ProductSort::PriceAsc.into(), ..Default::default() };
        let cheapest = shop.slugs(list).await.remove(0);
        let lines = vec![LookupLine { product_id, size_id: None }];
        let offer = shop.products().lookup(LookupRequest { lines }).await.unwrap().into_inner().offers.remove(0);
        shop.wait_for_index().await;
        let on_sale = shop.slugs(ListProductsRequest { discounted: Some(true), ..Default::default() }).await.len();
        (cheapest, shop.page_of("sale").await.unwrap().discounted_price, offer.unit_price, on_sale)
    };

    // Cheapest product; discounted price on the page; price in the cart; number of discounted products.
    let (full, discounted) = (("steady".to_owned(), None, 2000, 0), ("sale".to_owned(), Some(500), 500, 1));

    let before = shop.published_kinds().await.len();
    assert_eq!(catalog::reprice(&shop.app).await.unwrap(), 0);
    assert_eq!(prices().await, full);

    shop.clock.advance(TimeDelta::hours(1));
    assert_eq!(catalog::reprice(&shop.app).await.unwrap(), 1);
    assert_eq!(prices().await, discounted);
    assert_eq!(catalog::reprice(&shop.app).await.unwrap(), 0, "nothing is due any more");

    shop.clock.advance(TimeDelta::hours(1));
    assert_eq!(catalog::reprice(&shop.app).await.unwrap(), 1);
    assert_eq!(prices().await, full);
    assert_eq!(shop.published_kinds().await[before..], ["product_changed", "price_dropped", "product_changed"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn running_service_updates_prices(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let from = shop.clock.now() + TimeDelta::milliseconds(100);
    let sale = json!({"price": 2000, "discounted": 500, "discountFrom": from.to_rfc3339()});
    shop.load(&Demo::with([product("sale", &sale)])).await.unwrap();
    shop.clock.advance(TimeDelta::seconds(1));

    let stop = tokio_util::sync::CancellationToken::new();
    let worker = named(catalog::workers(&shop.app, &FeedConfig::default(), Duration::from_secs(1)), "discounts");
    let running = tokio::spawn(worker.run(stop.clone()));
    testkit::database::eventually("the discount", async || {
        shop.page_of("sale").await.unwrap().discounted_price == Some(500)
    })
    .await;
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn repricing_without_due_prices_does_not_wait_for_a_sale(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("sold", &json!({}))]).await;
    // An order that is being placed locks the product.
    let mut sale = kit::db::begin(&pool).await.unwrap();
    sqlx::query("select from product for no key update").execute(&mut *sale).await.unwrap();

    let result = tokio::time::timeout(Duration::from_secs(20), catalog::reprice(&shop.app)).await;
    assert_eq!(result.expect("must not wait for the sale").unwrap(), 0);
}
