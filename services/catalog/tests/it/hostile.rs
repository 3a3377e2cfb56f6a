//! Search texts that attack the search or were typed by accident.

use std::time::Duration;

use proto::catalog::{ListProductsRequest, SuggestRequest};
use serde_json::json;
use sqlx::PgPool;
use tokio::time::Instant;

use crate::shop::{TestShop, product, refusal};

/// Returns the number of products or the refusal, and the time of the quickest search.
async fn quickest_search(shop: &TestShop, request: &ListProductsRequest) -> (String, Duration) {
    // The first search fills the cache; the quickest later one is least disturbed by other tests.
    let _ = shop.list(request.clone()).await;
    let (mut elapsed, mut outcome) = (Duration::MAX, String::new());
    for _ in 0..2 {
        let began = Instant::now();
        outcome = match shop.list(request.clone()).await {
            Ok(page) => page.meta.unwrap().total.to_string(),
            Err(status) => refusal::<()>(Err(status)),
        };
        elapsed = elapsed.min(began.elapsed());
    }
    (outcome, elapsed)
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn hostile_queries_are_answered_quickly(pool: PgPool) {
    let bouquet =
        |number: i64| product(&format!("p{number}"), &json!({"name": {"az": format!("Gül buketi {number}")}}));
    let shop = TestShop::start_with(pool, (0..50).map(bouquet)).await;
    let repeat_to_100 = |piece: &str| piece.chars().cycle().take(100).collect::<String>();
    // Query, and the number of products or the refusal. U+0301 is an accent; U+200x and U+202x set the direction.
    for (typed, expected) in [
        ("a".repeat(10_000), "validation_failed search: too_long"),
        ("gül\0".to_owned(), "validation_failed search: invalid_characters"),
        (repeat_to_100("\u{301}"), "0"),
        (format!("gül{}", "\u{301}".repeat(90)), "50"),
        ("\u{202e}gül\u{202c}".to_owned(), "50"),
        ("\u{200f}gül\u{200e}".to_owned(), "50"),
        ("name:gül AND (price:[* TO *] OR *:*)".to_owned(), "50"),
        ("-gül +\"buketi\"~2^9 \\".to_owned(), "50"),
        (repeat_to_100("(a+)+$"), "0"),
        (repeat_to_100(".*"), "0"),
        (repeat_to_100("🎁"), "0"),
        ("🌹 gül 🌹".to_owned(), "50"),
        ("👨‍👩‍👧‍👦 gül".to_owned(), "50"),
        (repeat_to_100("gül "), "50"),
        (repeat_to_100("q"), "0"),
        (repeat_to_100("ﷺ"), "0"),
        // "1" is a word of `Gül buketi 1`.
        ("%' or 1=1 --".to_owned(), "1"),
        ("!!! — %".to_owned(), "0"),
        (repeat_to_100("q w e r t "), "0"),
    ] {
        let request = ListProductsRequest { search: Some(typed.clone()), with_facets: true, ..Default::default() };
        let (outcome, elapsed) = quickest_search(&shop, &request).await;
        let typed: String = typed.chars().take(40).collect();
        assert_eq!(outcome, expected, "{typed:?}");
        // Allows for a test build beside other tests.
        let limit = Duration::from_millis(if cfg!(debug_assertions) { 4_000 } else { 50 });
        assert!(elapsed < limit, "{typed:?} took {elapsed:?}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn hostile_queries_get_suggestions_or_errors(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("gul", &json!({"name": {"az": "Gül"}}))]).await;
    let suggest = async |query: &str| shop.search().suggest(SuggestRequest { query: query.to_owned() }).await;
    assert_eq!(refusal(suggest(&"a".repeat(10_000)).await), "validation_failed query: too_long");
    assert_eq!(refusal(suggest("a\0").await), "validation_failed query: invalid_characters");

    for odd in ["((((", "\u{301}\u{301}", "🎁🎁", ".*.*", "\u{202e}gü"] {
        suggest(odd).await.unwrap();
    }
}
