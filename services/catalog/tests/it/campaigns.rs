//! Campaign prices on pages, cards, lists and in carts. Products cost 1000 qəpik by default.

use chrono::TimeDelta;
use futures::future::join_all;
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use proto::catalog::{ListProductsRequest, LookupLine, LookupRequest, ProductSort};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    fakes::FakeCampaigns,
    shop::{Demo, TestShop, product, size_line},
    stock::of_size,
};

const FLOWER_STORE: i64 = 1;
const SWEET_STORE: i64 = 2;

impl TestShop {
    /// Returns the price, on which page, card, cart, lists and index must agree.
    async fn price_of(&self, slug: &str) -> i64 {
        let page = self.page_of(slug).await.unwrap();
        let price = page.discounted_price.unwrap_or(page.price);
        let lines = vec![LookupLine { product_id: page.id, size_id: None }];
        let offer = self.products().lookup(LookupRequest { lines }).await.unwrap().into_inner().offers.remove(0);
        assert_eq!((offer.unit_price, offer.full_price), (price, page.price), "cart and page have the same price");
        let only = ListProductsRequest { ids: vec![page.id], ..Default::default() };
        let card = self.list(only).await.unwrap().products.remove(0);
        assert_eq!(card.discounted_price.unwrap_or(card.price), price, "card and page have the same price");
        self.wait_for_index().await;
        let exact_price = ListProductsRequest { min_price: Some(price), max_price: Some(price), ..Default::default() };
        let found = self.slugs(exact_price).await;
        assert!(found.contains(&slug.to_owned()), "the search index knows that {slug} costs {price}");
        price
    }

    /// Cheapest first.
    async fn discounted_slugs(&self) -> Vec<String> {
        let request =
            ListProductsRequest { discounted: Some(true), sort: ProductSort::PriceAsc.into(), ..Default::default() };
        self.slugs(request).await
    }
}

fn product_with_sizes(slug: &str) -> Value {
    let sizes = json!([size_line("S", 1000, 5), size_line("L", 1550, 5)]);
    product(slug, &json!({"price": 1000, "sizes": sizes}))
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn campaign_price_applies_everywhere_until_the_campaign_ends(pool: PgPool) {
    let other = product("other", &json!({"store": "sirin-ev", "price": 1000}));
    let shop =
        TestShop::start_with(pool, [product_with_sizes("a"), product("b", &json!({"price": 1999})), other]).await;

    let campaigns = FakeCampaigns::connect(&shop).await;
    campaigns.start(1, FLOWER_STORE, 20).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!([shop.price_of("a").await, shop.price_of("b").await, shop.price_of("other").await], [800, 1599, 1000]);
    assert_eq!(shop.discounted_slugs().await, ["a", "b"]);
    let page = shop.page_of("a").await.unwrap();
    assert_eq!(page.sizes.iter().map(|size| size.price).collect::<Vec<_>>(), [800, 1240], "20 % off 1000 and 1550");

    let original_end = proto::json::to_timestamp(shop.clock.now() + TimeDelta::days(3));
    assert_eq!(page.discount_until, Some(original_end));
    campaigns.extend(1, shop.clock.now() + TimeDelta::days(9)).await;
    campaigns.wait_until_applied(&shop).await;
    let new_end = proto::json::to_timestamp(shop.clock.now() + TimeDelta::days(9));
    assert_eq!(shop.page_of("a").await.unwrap().discount_until, Some(new_end), "the campaign was extended");
    assert!(shop.reserve("1", &[of_size(page.id, page.sizes[1].id, 1)]).await.unwrap().shortages.is_empty());

    campaigns.end(1, FLOWER_STORE).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!([shop.price_of("a").await, shop.price_of("b").await, shop.price_of("other").await], [1000, 1999, 1000]);
    assert!(shop.discounted_slugs().await.is_empty());
    let page = shop.page_of("a").await.unwrap();
    assert_eq!((page.sizes[1].price, page.discount_until), (1550, None));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lower_of_own_discount_and_campaign_applies_and_both_are_kept(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (from, until) = (shop.clock.now() + TimeDelta::hours(1), shop.clock.now() + TimeDelta::hours(2));
    let sale = |discounted: i64| {
        json!({
            "price": 1000, "discounted": discounted,
            "discountFrom": from.to_rfc3339(), "discountUntil": until.to_rfc3339(),
        })
    };
    shop.load(&Demo::with([product("deep", &sale(600)), product("flat", &sale(900))])).await.unwrap();
    let campaigns = FakeCampaigns::connect(&shop).await;
    let prices = async || [shop.price_of("deep").await, shop.price_of("flat").await];

    campaigns.start(1, FLOWER_STORE, 20).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(prices().await, [800, 800], "their own discounts have not started");

    shop.clock.advance(TimeDelta::hours(1));
    catalog::reprice(&shop.app).await.unwrap();
    assert_eq!(prices().await, [600, 800], "the campaign's 800 is lower than the own 900");
    let ends = shop.page_of("deep").await.unwrap().discount_until;
    assert_eq!(ends, Some(proto::json::to_timestamp(until)), "the end is that of the discount that applies");

    campaigns.end(1, FLOWER_STORE).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(prices().await, [600, 900], "only the own discounts are left");

    campaigns.start(2, FLOWER_STORE, 50).await;
    campaigns.wait_until_applied(&shop).await;
    shop.clock.advance(TimeDelta::hours(1));
    catalog::reprice(&shop.app).await.unwrap();
    assert_eq!(prices().await, [500, 500], "the own discounts have ended");

    campaigns.end(2, FLOWER_STORE).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(prices().await, [1000, 1000]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn best_of_overlapping_campaigns_applies_then_the_next(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({})), product("b", &json!({}))]).await;
    let campaigns = FakeCampaigns::connect(&shop).await;
    let a = shop.id_of("a").await;
    let prices = async || [shop.price_of("a").await, shop.price_of("b").await];

    campaigns.start(1, FLOWER_STORE, 10).await;
    // Repeated and unknown ids are ignored.
    campaigns.start_for_products(2, FLOWER_STORE, 30, &[a, a, 404]).await;
    campaigns.start(3, FLOWER_STORE, 20).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(prices().await, [700, 800], "campaign 2 applies only to product a");

    campaigns.end(2, FLOWER_STORE).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(prices().await, [800, 800]);

    campaigns.end(3, FLOWER_STORE).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(prices().await, [900, 900]);

    // A campaign cannot reduce products of another store.
    campaigns.start_for_products(4, SWEET_STORE, 90, &[a]).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(prices().await, [900, 900]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn campaign_applies_to_products_while_they_are_in_the_store(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let campaigns = FakeCampaigns::connect(&shop).await;
    campaigns.start(1, FLOWER_STORE, 20).await;
    campaigns.wait_until_applied(&shop).await;

    let moved = product("a", &json!({"store": "sirin-ev", "price": 1100}));
    shop.load(&Demo::with([moved, product("fresh", &json!({"price": 500}))])).await.unwrap();
    assert_eq!(
        [shop.price_of("a").await, shop.price_of("fresh").await],
        [1100, 400],
        "the campaign takes 20 % off new products of its store"
    );
    shop.load(&Demo::with([product("fresh", &json!({"price": 600}))])).await.unwrap();
    assert_eq!(shop.price_of("fresh").await, 480, "a rewritten product keeps its campaign");

    campaigns.end(1, FLOWER_STORE).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(shop.price_of("fresh").await, 600);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn products_imported_while_a_campaign_starts_get_its_price(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let campaigns = FakeCampaigns::connect(&shop).await;

    // Each campaign takes one per cent more off than the one before.
    for round in 1..=8 {
        let fresh = Demo::with([product(&format!("p{round}"), &json!({}))]);
        let (loaded, (), swept) = tokio::join!(
            shop.load(&fresh),
            campaigns.start(round, FLOWER_STORE, 10 + round),
            catalog::sweep_prices(&shop.app)
        );
        loaded.unwrap();
        swept.unwrap();
        campaigns.wait_until_applied(&shop).await;
        for number in 1..=round {
            assert_eq!(shop.price_of(&format!("p{number}")).await, 1000 - 10 * (10 + round), "after campaign {round}");
        }
    }
}

/// Events are out of order if the start failed at first and was replayed later.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn campaign_that_ended_before_its_start_does_not_start(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let campaigns = FakeCampaigns::connect(&shop).await;
    campaigns.end(1, FLOWER_STORE).await;
    campaigns.start(1, FLOWER_STORE, 20).await;
    campaigns.end(1, FLOWER_STORE).await;

    campaigns.start(2, FLOWER_STORE, 30).await;
    campaigns.end(2, FLOWER_STORE).await;
    campaigns.wait_until_applied(&shop).await;
    assert_eq!(shop.price_of("a").await, 1000);
}

/// A dropped future stands for a killed worker.
async fn sweep_prices_until_killed(shop: &TestShop, steps: usize) {
    let work = catalog::sweep_prices(&shop.app);
    tokio::pin!(work);
    for _ in 0..steps {
        if futures::poll!(&mut work).is_ready() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
}

/// The database rolls back the transaction of a killed worker while two others work.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn large_store_is_repriced_exactly_once_if_workers_are_killed(pool: PgPool) {
    const PRODUCT_COUNT: usize = 1_234;
    let products = (0..PRODUCT_COUNT).map(|number| product(&format!("p{number}"), &json!({})));
    let shop = TestShop::start_with(pool.clone(), products).await;
    let campaigns = FakeCampaigns::connect(&shop).await;

    for (price, is_start) in [(800_i64, true), (1000, false)] {
        if is_start {
            campaigns.start(1, FLOWER_STORE, 20).await;
        } else {
            campaigns.end(1, FLOWER_STORE).await;
        }
        campaigns.wait_until_recorded().await;
        let before = shop.product_changed_count().await;

        // Each killed worker gets further than the one before.
        for steps in 1..=10 {
            sweep_prices_until_killed(&shop, steps).await;
        }
        let workers = (0..2).map(async |_| while catalog::sweep_prices(&shop.app).await.unwrap() {});
        join_all(workers).await;

        // Locks of a killed worker are released once the database notices.
        eventually("the updated prices", async || {
            while catalog::sweep_prices(&shop.app).await.unwrap() {}
            let is_done = sqlx::query_scalar("select not exists (select from campaign where swept_to is not null)");
            is_done.fetch_one(&pool).await.unwrap()
        })
        .await;

        let wrong: i64 = sqlx::query_scalar("select count(*) from product where price_now <> $1")
            .bind(price)
            .fetch_one(&pool)
            .await
            .unwrap();
        assert_eq!(wrong, 0, "products with a wrong price");
        let changes = shop.product_changed_count().await - before;
        assert_eq!(changes, PRODUCT_COUNT, "each product has changed exactly once");
    }

    let dropped = shop.published_kinds().await.into_iter().filter(|kind| kind == "price_dropped").count();
    assert_eq!(dropped, PRODUCT_COUNT, "prices drop at the start of a campaign, not at its end");
}

/// Rounds the campaign price to the nearest qəpik.
fn expected_price(price: i64, discounted: Option<i64>, percent: i64) -> i64 {
    let exact = price * (100 - percent);
    let nearest = (1..=price).min_by_key(|candidate| ((candidate * 100 - exact).abs(), -candidate)).unwrap();
    [Some(price), discounted, Some(nearest)].into_iter().flatten().min().unwrap()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn prices_equal_an_independent_computation(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({}))]).await;
    let offers = (1..4_000_i64, 0..=90_i64, any::<bool>()).prop_flat_map(|(price, percent, has_own)| {
        (Just(price), Just(percent), Just(has_own && price > 1), 1..price.max(2))
    });
    let mut runner = TestRunner::deterministic();
    for _ in 0..400 {
        let (price, percent, has_own, own) = offers.new_tree(&mut runner).unwrap().current();
        let own = has_own.then_some(own.min(price - 1));
        let (now, is_discounted): (i64, bool) = sqlx::query_as(
            "update product
             set price = $1, discounted_price = $2, own_discount_holds = $2 is not null,
                 campaign_percent = $3, campaign_id = nullif($3, 0)
             where product_id = $4
             returning price_now, is_discounted",
        )
        .bind(price)
        .bind(own)
        .bind(percent)
        .bind(shop.id_of("a").await)
        .fetch_one(&pool)
        .await
        .unwrap();
        assert_eq!(now, expected_price(price, own, percent), "{price}, {own:?}, {percent} %");
        assert_eq!(is_discounted, now < price, "{price}, {own:?}, {percent} %");
    }
}
