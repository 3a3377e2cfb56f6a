//! Sales increase the popularity of products, and make them bestsellers.

use futures::future::join_all;
use proto::catalog::{ListProductsRequest, ProductSort};
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    fakes::FakeFeeds,
    shop::{Customer, TestShop, product},
};

const AYSEL: Customer = Customer(1);

/// Three cups that differ only in their slug.
async fn shop_with_equal_products(pool: PgPool) -> TestShop {
    let cup = |slug: &str| product(slug, &json!({"name": {"az": "Çay fincanı"}, "popularity": 20}));
    TestShop::start_with(pool, [cup("a"), cup("b"), cup("c")]).await
}

async fn popularity_of(pool: &PgPool, slug: &str) -> i64 {
    sqlx::query_scalar("select popularity from product where slug = $1").bind(slug).fetch_one(pool).await.unwrap()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_that_sell_more_rank_higher(pool: PgPool) {
    let shop = shop_with_equal_products(pool.clone()).await;
    let feeds = FakeFeeds::connect(&shop).await;
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    let popular = ListProductsRequest { sort: ProductSort::Popular.into(), ..Default::default() };
    assert_eq!(shop.slugs(popular.clone()).await, ["c", "b", "a"], "equal products are sorted newest first");

    feeds.deliver_units(AYSEL, &[(a, 30), (b, 5)]).await;
    feeds.deliver_units(AYSEL, &[(b, 5)]).await;
    eventually("the deliveries", || feeds.is_applied()).await;
    assert_eq!(catalog::count_sales(&shop.app).await.unwrap(), 3, "one per delivered line");
    assert_eq!(catalog::count_sales(&shop.app).await.unwrap(), 0, "sales are counted once");
    assert_eq!(
        [popularity_of(&pool, "a").await, popularity_of(&pool, "b").await],
        [50, 30],
        "the popularity is 20 and the units sold"
    );
    assert_eq!(shop.slugs(popular.clone()).await, ["a", "b", "c"]);

    shop.wait_for_index().await;
    let searched = ListProductsRequest { search: Some("fincan".to_owned()), ..Default::default() };
    assert_eq!(shop.slugs(searched.clone()).await[0], "a", "all products match equally well, so popularity decides");
    let searched = ListProductsRequest { sort: ProductSort::Popular.into(), ..searched };
    assert_eq!(shop.slugs(searched).await, ["a", "b", "c"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn concurrent_workers_count_sales_exactly(pool: PgPool) {
    let shop = shop_with_equal_products(pool.clone()).await;
    let feeds = FakeFeeds::connect(&shop).await;
    let (a, b, c) = (shop.id_of("a").await, shop.id_of("b").await, shop.id_of("c").await);

    for round in 0..30 {
        // Even rounds sell one a and two b, odd rounds three c and one a.
        let units = if round % 2 == 0 { [(a, 1), (b, 2)] } else { [(c, 3), (a, 1)] };
        feeds.deliver_units(Customer(round), &units).await;
        // Four workers count at once, after every tenth delivery.
        if round % 10 == 9 {
            for outcome in join_all((0..4).map(|_| catalog::count_sales(&shop.app))).await {
                outcome.unwrap();
            }
        }
    }

    eventually("the deliveries", || feeds.is_applied()).await;
    catalog::count_sales(&shop.app).await.unwrap();
    let mut popularities = Vec::new();
    for slug in ["a", "b", "c"] {
        popularities.push(popularity_of(&pool, slug).await);
    }

    let (start, even_rounds, odd_rounds) = (20, 15, 15);
    let expected = [start + even_rounds + odd_rounds, start + 2 * even_rounds, start + 3 * odd_rounds];
    assert_eq!(popularities, expected);
    assert_eq!(shop.list_errors().await, Vec::<String>::new(), "lists have the same counts");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn published_products_that_were_sold_are_bestsellers(pool: PgPool) {
    let sold = |slug: &str, sold: i64| product(slug, &json!({"sold": sold}));
    let shop = TestShop::start_with(pool.clone(), [sold("a", 7), sold("b", 0), sold("c", 9), sold("d", 0)]).await;
    let feeds = FakeFeeds::connect(&shop).await;
    let bestsellers = async || {
        let request = ListProductsRequest { bestseller: Some(true), ..Default::default() };
        let mut slugs = shop.slugs(request).await;
        slugs.sort_unstable();
        slugs
    };

    assert_eq!(bestsellers().await, ["a", "c"], "the loaded products that have sales");

    feeds.deliver_units(AYSEL, &[(shop.id_of("d").await, 1)]).await;
    eventually("the deliveries", || feeds.is_applied()).await;
    for outcome in join_all((0..4).map(|_| catalog::count_sales(&shop.app))).await {
        outcome.unwrap();
    }
    shop.wait_for_index().await;
    assert_eq!(bestsellers().await, ["a", "c", "d"]);

    sqlx::query("update product set state = 'withdrawn' where slug = 'c'").execute(&pool).await.unwrap();
    feeds.deliver_units(AYSEL, &[(shop.id_of("a").await, 1)]).await;
    eventually("the deliveries", || feeds.is_applied()).await;
    catalog::count_sales(&shop.app).await.unwrap();
    let marked: Vec<String> = sqlx::query_scalar("select slug from product where is_bestseller order by slug")
        .fetch_all(&pool)
        .await
        .unwrap();
    assert_eq!(marked, ["a", "d"], "a withdrawn product is no bestseller");
}
