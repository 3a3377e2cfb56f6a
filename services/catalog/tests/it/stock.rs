//! Reserving, selling, releasing and returning stock for orders. Each call is idempotent.

use std::time::Duration;

use chrono::TimeDelta;
use kit::config::FeedConfig;
use proto::catalog::{
    CommitRequest, ListProductsRequest, ReleaseRequest, ReserveRequest, ReserveResponse, RestockRequest, Shortage,
    StockLine,
};
use serde_json::json;
use sqlx::PgPool;
use testkit::{database::eventually, workers::named};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::shop::{Demo, TestShop, product, refusal, size_line};

pub fn line(product_id: i64, count: i64) -> StockLine {
    StockLine { product_id, size_id: None, count }
}

pub fn of_size(product_id: i64, size_id: i64, count: i64) -> StockLine {
    StockLine { product_id, size_id: Some(size_id), count }
}

impl TestShop {
    /// Reserves the lines for ten minutes.
    pub async fn reserve(&self, order: &str, lines: &[StockLine]) -> Result<ReserveResponse, Status> {
        let request = ReserveRequest { order: order.to_owned(), lines: lines.to_vec(), seconds: 600 };
        Ok(self.stock().reserve(request).await?.into_inner())
    }

    /// Returns the available quantity of the first line that is short.
    async fn shortage(&self, order: &str, lines: &[StockLine]) -> Option<i64> {
        self.reserve(order, lines).await.unwrap().shortages.first().map(|shortage| shortage.available)
    }

    pub async fn sell(&self, order: &str) -> Result<(), Status> {
        self.stock().commit(CommitRequest { order: order.to_owned() }).await.map(drop)
    }

    pub async fn release(&self, order: &str) -> Result<(), Status> {
        self.stock().release(ReleaseRequest { order: order.to_owned() }).await.map(drop)
    }

    pub async fn restock(&self, order: &str, return_key: &str, lines: &[StockLine]) -> Result<(), Status> {
        let (order, return_key) = (order.to_owned(), return_key.to_owned());
        self.stock().restock(RestockRequest { order, return_key, lines: lines.to_vec() }).await.map(drop)
    }

    /// Returns the units that are not reserved.
    pub async fn available(&self, slug: &str) -> i64 {
        self.page_of(slug).await.unwrap().stock
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reservation_takes_all_lines_or_reports_shortages(pool: PgPool) {
    let shop =
        TestShop::start_with(pool, [product("a", &json!({"stock": 2})), product("b", &json!({"stock": 1}))]).await;
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    let response = shop.reserve("1", &[line(b, 1), line(a, 2), line(b, 1), line(404, 1)]).await.unwrap();
    let shortage = |product_id, available| Shortage { product_id, size_id: None, available };
    assert_eq!(response.shortages, [shortage(b, 1), shortage(404, 0)], "lines of the same product are added up");
    assert_eq!((response.expires_at, shop.available("a").await), (None, 2));

    let response = shop.reserve("1", &[line(b, 1), line(a, 2)]).await.unwrap();
    assert!(response.shortages.is_empty());
    assert!(response.expires_at.is_some());
    assert_eq!((shop.available("a").await, shop.available("b").await), (0, 0));
    assert_eq!(shop.shortage("2", &[line(a, 1)]).await, Some(0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn sizes_are_reserved_separately_and_summed_on_the_product(pool: PgPool) {
    let sizes = json!({"stock": 5, "sizes": [size_line("S", 1000, 2), size_line("L", 1000, 3)]});
    let shop = TestShop::start_with(pool, [product("a", &sizes), product("b", &json!({}))]).await;
    let (page, b) = (shop.page_of("a").await.unwrap(), shop.id_of("b").await);
    let (small, large) = (page.sizes[0].id, page.sizes[1].id);

    assert_eq!(shop.shortage("1", &[line(page.id, 1)]).await, Some(0), "a size is required");
    assert_eq!(shop.shortage("1", &[of_size(b, small, 1)]).await, Some(0), "the size belongs to another product");
    assert_eq!(shop.shortage("1", &[of_size(page.id, small, 3)]).await, Some(2));
    assert_eq!(shop.shortage("1", &[of_size(page.id, small, 2), of_size(page.id, large, 1)]).await, None);

    let page = shop.page_of("a").await.unwrap();
    let stocks: Vec<_> = page.sizes.iter().map(|size| size.stock).collect();
    assert_eq!((stocks, page.stock, page.in_stock), (vec![0, 2], 2, true));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn repeated_reservation_of_an_order_counts_once(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 9}))]).await;
    let a = shop.id_of("a").await;
    let first = shop.reserve("1", &[line(a, 2)]).await.unwrap();
    shop.clock.advance(TimeDelta::seconds(60));
    assert_eq!(
        shop.reserve("1", &[line(a, 1), line(a, 1)]).await.unwrap(),
        first,
        "the same quantities in other lines"
    );
    assert_eq!(refusal(shop.reserve("1", &[line(a, 3)]).await), "reservation_differs");
    shop.sell("1").await.unwrap();
    shop.sell("1").await.unwrap();
    shop.release("1").await.unwrap();
    assert!(shop.reserve("1", &[line(a, 2)]).await.unwrap().shortages.is_empty(), "it is already sold");
    assert_eq!(shop.available("a").await, 7);

    // Reservations stay released, even if the release arrives before the reservation.
    shop.reserve("2", &[line(a, 7)]).await.unwrap();
    shop.release("2").await.unwrap();
    shop.release("2").await.unwrap();
    assert_eq!(refusal(shop.reserve("2", &[line(a, 7)]).await), "reservation_released", "it was released");
    assert_eq!(refusal(shop.sell("2").await), "reservation_released");
    shop.release("3").await.unwrap();
    assert_eq!(refusal(shop.reserve("3", &[line(a, 7)]).await), "reservation_released", "the release arrived first");
    assert_eq!(refusal(shop.sell("4").await), "reservation_not_found");
    assert_eq!(shop.available("a").await, 7);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn expired_reservations_are_available_to_others(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 2}))]).await;
    let a = shop.id_of("a").await;
    shop.reserve("slow", &[line(a, 2)]).await.unwrap();
    assert_eq!(shop.shortage("quick", &[line(a, 1)]).await, Some(0));

    shop.clock.advance(TimeDelta::seconds(600));
    assert_eq!(shop.shortage("quick", &[line(a, 1)]).await, None, "expired reservations are released at once");
    assert_eq!(refusal(shop.sell("slow").await), "reservation_expired");
    assert_eq!(shop.shortage("slow", &[line(a, 2)]).await, Some(1), "the order may retry");
    shop.release("quick").await.unwrap();
    shop.sell("slow").await.unwrap();
    assert_eq!(shop.available("a").await, 0, "late, but in stock");
    assert_eq!(shop.shortage("next", &[line(a, 1)]).await, Some(0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn running_service_releases_expired_reservations(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 2}))]).await;
    let a = shop.id_of("a").await;
    shop.reserve("1", &[line(a, 2)]).await.unwrap();
    let stop = CancellationToken::new();
    let interval = Duration::from_millis(10);
    let running = tokio::spawn(
        named(catalog::workers(&shop.app, &FeedConfig::default(), interval), "reservations").run(stop.clone()),
    );

    shop.clock.advance(TimeDelta::seconds(599));
    tokio::time::sleep(interval * 5).await;
    assert_eq!(shop.available("a").await, 0);

    shop.clock.advance(TimeDelta::seconds(1));
    eventually("the sweep", async || shop.available("a").await == 2).await;
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn returns_count_once_and_never_exceed_the_sale(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 5})), product("b", &json!({}))]).await;
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    shop.reserve("1", &[line(a, 3)]).await.unwrap();
    assert_eq!(refusal(shop.restock("1", "r", &[line(a, 1)]).await), "not_sold");
    shop.sell("1").await.unwrap();

    let returned = [line(a, 2)];
    let (first, again) = tokio::join!(shop.restock("1", "r", &returned), shop.restock("1", "r", &returned));
    first.and(again).unwrap();
    assert_eq!(shop.available("a").await, 4);

    assert_eq!(refusal(shop.restock("1", "r", &[line(a, 1)]).await), "return_differs");
    assert_eq!(refusal(shop.restock("1", "s", &[line(a, 2)]).await), "return_exceeds_sale");
    assert_eq!(refusal(shop.restock("1", "s", &[line(a, 1), line(b, 1)]).await), "return_exceeds_sale");
    shop.restock("1", "s", &[line(a, 1)]).await.unwrap();
    assert_eq!((shop.available("a").await, shop.available("b").await), (5, 10));
    assert_eq!(refusal(shop.restock("2", "r", &[line(a, 1)]).await), "reservation_not_found");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn selling_out_and_returning_to_stock_are_published(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({"stock": 2}))]).await;
    let a = shop.id_of("a").await;
    let in_stock = ListProductsRequest { in_stock: Some(true), ..Default::default() };
    let before = shop.product_changed_count().await;
    // Products in stock, and `product_changed` events so far.
    let counts = async || (shop.slugs(in_stock.clone()).await.len(), shop.product_changed_count().await - before);

    shop.reserve("1", &[line(a, 1)]).await.unwrap();
    assert_eq!(counts().await, (1, 0), "one unit is left");
    shop.reserve("2", &[line(a, 1)]).await.unwrap();
    assert_eq!(counts().await, (0, 1));
    shop.sell("1").await.unwrap();
    assert_eq!(counts().await, (0, 1), "it was unavailable before");
    shop.release("2").await.unwrap();
    assert_eq!(counts().await, (1, 2));
    assert_eq!(shop.published_kinds().await.last().unwrap(), "product_changed");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn reloading_a_product_keeps_reservations(pool: PgPool) {
    let with =
        |sizes: &[serde_json::Value], stock: i64| Demo::with([product("a", &json!({"stock": stock, "sizes": sizes}))]);
    let shop = TestShop::start(pool.clone()).await;
    shop.load(&with(&[size_line("S", 1000, 4), size_line("L", 1000, 4)], 8)).await.unwrap();
    let page = shop.page_of("a").await.unwrap();
    let lines = [of_size(page.id, page.sizes[0].id, 3), of_size(page.id, page.sizes[1].id, 2)];
    shop.reserve("1", &lines).await.unwrap();

    shop.load(&with(&[size_line("S", 1000, 1)], 1)).await.unwrap();
    let stock_and_reserved = async || -> Vec<(i64, i64)> {
        let query = "select stock, reserved from product
                     union all
                     select sum(stock)::bigint, sum(reserved)::bigint from product_size";
        sqlx::query_as(query).fetch_all(&pool).await.unwrap()
    };
    assert_eq!(stock_and_reserved().await[0], (7, 5), "stock of a size never falls below its reservations");
    assert_eq!(stock_and_reserved().await[0], stock_and_reserved().await[1]);
    shop.sell("1").await.unwrap();
    assert_eq!(stock_and_reserved().await, [(2, 0); 2]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_stock_requests_are_refused(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let a = shop.id_of("a").await;
    let request =
        |order: &str, lines: Vec<StockLine>, seconds| ReserveRequest { order: order.to_owned(), lines, seconds };
    for (invalid, expected_error) in [
        (request("", vec![line(a, 1)], 60), "order: required"),
        (request(&"o".repeat(65), vec![line(a, 1)], 60), "order: too_long"),
        (request("1", vec![], 60), "lines: required"),
        (request("1", vec![line(a, 1); 201], 60), "lines: too_many"),
        (request("1", vec![line(a, 0)], 60), "lines: out_of_range"),
        (request("1", vec![line(a, -1)], 60), "lines: out_of_range"),
        (request("1", vec![line(a, i64::MAX)], 60), "lines: out_of_range"),
        (request("1", vec![line(a, 1)], 0), "seconds: out_of_range"),
        // 31 days is the maximum.
        (request("1", vec![line(a, 1)], 31 * 86_400 + 1), "seconds: out_of_range"),
    ] {
        let outcome = shop.stock().reserve(invalid).await;
        assert_eq!(refusal(outcome), format!("validation_failed {expected_error}"));
    }
}
