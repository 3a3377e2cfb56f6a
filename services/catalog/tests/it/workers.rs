//! Workers do their work once although runs are cancelled. `campaigns.rs` cancels the worker of campaign prices.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{config::FeedConfig, worker::Worker};
use proto::catalog::ListProductsRequest;
use serde_json::json;
use sqlx::PgPool;
use testkit::{
    cancellation::{drop_at_await, drop_at_every_await},
    database::eventually,
    workers::named,
};

use crate::{
    fakes::FakeFeeds,
    shop::{Customer, Demo, TestShop, product},
    stock::line,
};

fn worker(shop: &TestShop, name: &str) -> Worker {
    named(catalog::workers(&shop.app, &FeedConfig::default(), Duration::from_secs(1)), name)
}

/// Called between the cancelled runs.
fn change_nothing() {}

/// Worker metrics are tested in kit and other services, because `statements.rs` occupies the process's subscriber.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn workers_have_unique_names(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let workers = catalog::workers(&shop.app, &FeedConfig::default(), Duration::from_secs(1));
    let mut names: Vec<_> = workers.iter().map(Worker::name).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "campaign_prices",
            "discounts",
            "outbox_retention",
            "popularity",
            "product_imports",
            "reservations",
            "search_rules",
            "searches"
        ]
    );
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn discount_applies_once_after_a_cancelled_run(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    let from = shop.clock.now() + TimeDelta::hours(1);
    let sale = json!({"price": 2000, "discounted": 500, "discountFrom": from.to_rfc3339()});
    shop.load(&Demo::with([product("sale", &sale)])).await.unwrap();
    let before = shop.product_changed_count().await;

    shop.clock.advance(TimeDelta::hours(1));
    drop_at_every_await(&pool, &worker(&shop, "discounts"), change_nothing).await;
    assert_eq!(shop.page_of("sale").await.unwrap().discounted_price, Some(500));
    assert_eq!(shop.product_changed_count().await - before, 1);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn sales_are_counted_once_after_a_cancelled_run(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({"popularity": 20}))]).await;
    let feeds = FakeFeeds::connect(&shop).await;
    feeds.deliver_units(Customer(1), &[(shop.id_of("a").await, 30)]).await;
    eventually("the delivery", || feeds.is_applied()).await;
    drop_at_every_await(&pool, &worker(&shop, "popularity"), change_nothing).await;
    let popularity: i64 = sqlx::query_scalar("select popularity from product").fetch_one(&pool).await.unwrap();
    assert_eq!(popularity, 50);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reservation_is_released_once_after_a_cancelled_run(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({"stock": 10}))]).await;
    shop.reserve("1", &[line(shop.id_of("a").await, 4)]).await.unwrap();
    shop.clock.advance(TimeDelta::minutes(10));
    drop_at_every_await(&pool, &worker(&shop, "reservations"), change_nothing).await;
    assert_eq!(shop.available("a").await, 10);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn searches_are_never_counted_twice_after_a_cancelled_run(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({"name": {"az": "Fincan"}}))]).await;
    let counted_searches = async || -> i64 {
        let sum = "select coalesce(sum(searches), 0)::bigint from searched";
        sqlx::query_scalar(sum).fetch_one(&pool).await.unwrap()
    };
    let search_once = async || {
        let words = ListProductsRequest { search: Some("fincan".to_owned()), ..Default::default() };
        shop.list(words).await.unwrap();
    };
    search_once().await;

    // The first run is cancelled at its first await, so the second one writes the count.
    let searches_worker = worker(&shop, "searches");
    drop_at_await(1, searches_worker.run_once()).await;
    searches_worker.run_once().await.unwrap();
    assert_eq!(counted_searches().await, 1);
    search_once().await;
    drop_at_every_await(&pool, &searches_worker, change_nothing).await;

    // The run that was cancelled during its commit has either stored the second search or lost it.
    assert!((1..=2).contains(&counted_searches().await));
}
