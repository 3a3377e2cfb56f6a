//! The statistics of searches, and which data they must never contain.

use catalog::write_searches;
use chrono::TimeDelta;
use proto::catalog::{ListProductsRequest, OpenedRequest, SearchReport, SearchReportRequest};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{Customer, TestShop, product, refusal};

/// 30 cups ("fincan").
async fn shop_with_cups(pool: PgPool) -> TestShop {
    TestShop::start_with(pool, (0..30).map(|number| product(&format!("p{number}"), &json!({"name": {"az": "Fincan"}}))))
        .await
}

fn words(words: &str) -> ListProductsRequest {
    ListProductsRequest { search: Some(words.to_owned()), ..Default::default() }
}

/// Writes the counts that are still in memory, and returns the report for operators.
async fn report(shop: &TestShop, request: SearchReportRequest) -> Result<SearchReport, Status> {
    write_searches(&shop.app).await.unwrap();
    Ok(shop.search().report(shop.signed_by_operator(request)).await?.into_inner())
}

/// `query (language) searches empty opened`: how often it was searched, found nothing, and led to a product.
async fn report_lines(shop: &TestShop, days: i64, only_empty: bool) -> Vec<String> {
    let report = report(shop, SearchReportRequest { days, only_empty, ..Default::default() }).await.unwrap();
    let lines = report.queries.into_iter().map(|query| {
        format!("{} ({}) {} {} {}", query.query, query.language, query.searches, query.empty, query.opened)
    });
    lines.collect()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn searches_are_counted_once_with_pages_and_filters(pool: PgPool) {
    let shop = shop_with_cups(pool).await;
    let page = shop.list(words("Fincan")).await.unwrap();
    // Further pages, filters and sorts belong to the same search.
    shop.list(ListProductsRequest { page: 2, search_id: page.search_id.clone(), ..words("Fincan") }).await.unwrap();
    shop.list(ListProductsRequest { in_stock: Some(true), ..words("Fincan") }).await.unwrap();
    for _ in 0..2 {
        shop.list(words("teleskop")).await.unwrap();
    }
    // A product's place is its rank in the results.
    for place in 1..=3 {
        let opened = OpenedRequest { search_id: page.search_id.clone().unwrap(), product_id: place, place };
        shop.search().opened(opened).await.unwrap();
    }

    let forged = OpenedRequest { search_id: "1.2".to_owned(), product_id: 1, place: 1 };
    shop.search().opened(forged).await.unwrap();

    assert_eq!(report_lines(&shop, 1, false).await, ["teleskop (az) 2 2 0", "Fincan (az) 1 0 3"]);
    assert_eq!(report_lines(&shop, 1, true).await, ["teleskop (az) 2 2 0"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn personal_queries_are_never_stored(pool: PgPool) {
    let shop = shop_with_cups(pool.clone()).await;
    // A phone number, an e-mail address and a card number.
    for typed in ["+994 50 123 45 67", "aysel@example.com", "4169 7388 1234 5678"] {
        let page = shop.list(words(typed)).await.unwrap();
        let opened = OpenedRequest { search_id: page.search_id.unwrap(), product_id: 1, place: 1 };
        shop.search().opened(opened).await.unwrap();
    }
    assert!(report_lines(&shop, 90, false).await.is_empty());
    let rows: i64 = sqlx::query_scalar("select count(*) from searched").fetch_one(&pool).await.unwrap();
    assert_eq!(rows, 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn search_counts_are_per_day_and_deleted_after_90_days(pool: PgPool) {
    let shop = shop_with_cups(pool).await;
    shop.list(words("fincan")).await.unwrap();
    assert_eq!(report_lines(&shop, 1, false).await, ["fincan (az) 1 0 0"]);

    shop.clock.advance(TimeDelta::days(1));
    shop.list(words("FİNCAN")).await.unwrap();
    assert_eq!(report_lines(&shop, 1, false).await, ["FİNCAN (az) 1 0 0"]);
    assert_eq!(report_lines(&shop, 2, false).await, ["FİNCAN (az) 2 0 0"], "with the latest spelling");

    shop.clock.advance(TimeDelta::days(91));
    assert!(report_lines(&shop, 90, false).await.is_empty());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_operators_read_the_report(pool: PgPool) {
    let shop = shop_with_cups(pool).await;
    let request = SearchReportRequest { days: 1, ..Default::default() };
    assert_eq!(refusal(shop.search().report(request).await), "unauthenticated");
    assert_eq!(refusal(shop.search().report(shop.signed(Customer(1), request)).await), "forbidden");
    for days in [0, 91, i64::MIN] {
        let refused = report(&shop, SearchReportRequest { days, ..request }).await;
        assert_eq!(refusal(refused), "validation_failed days: out_of_range");
    }
}
