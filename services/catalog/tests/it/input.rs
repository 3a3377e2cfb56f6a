//! Invalid and unusual requests for lists.

use proto::catalog::{FieldFilter, ListLikesRequest, ListProductsRequest};
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Customer, TestShop, product, refusal};

fn field(key: &str, value: &str) -> Vec<FieldFilter> {
    vec![FieldFilter { key: key.to_owned(), values: vec![value.to_owned()], ..Default::default() }]
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn invalid_fields_are_named(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let request = ListProductsRequest::default;
    let text = |text: &str| Some(text.to_owned());
    let not_a_number = FieldFilter { key: "stems".to_owned(), min: Some(f64::NAN), ..Default::default() };
    for (invalid, expected_error) in [
        (ListProductsRequest { min_price: Some(-1), ..request() }, "minPrice: out_of_range"),
        (ListProductsRequest { max_price: Some(i64::MIN), ..request() }, "maxPrice: out_of_range"),
        (ListProductsRequest { rating: Some(-0.1), ..request() }, "rating: out_of_range"),
        (ListProductsRequest { rating: Some(f64::NAN), ..request() }, "rating: out_of_range"),
        (ListProductsRequest { page: -1, ..request() }, "page: out_of_range"),
        (ListProductsRequest { page: i64::MAX, ..request() }, "page: out_of_range"),
        (ListProductsRequest { per_page: -1, ..request() }, "perPage: out_of_range"),
        (ListProductsRequest { search: text(&"a".repeat(101)), ..request() }, "search: too_long"),
        (ListProductsRequest { search: text("a\0b"), ..request() }, "search: invalid_characters"),
        (ListProductsRequest { fields: field("color", "re\0d"), ..request() }, "fields: invalid_characters"),
        (ListProductsRequest { fields: field("", "red"), ..request() }, "fields: required"),
        (ListProductsRequest { fields: vec![FieldFilter::default(); 21], ..request() }, "fields: too_many"),
        (ListProductsRequest { fields: vec![not_a_number], ..request() }, "fields: out_of_range"),
        (
            ListProductsRequest { min_price: Some(-1), rating: Some(9.0), search: text("\u{7}"), ..request() },
            "search: invalid_characters, minPrice: out_of_range, rating: out_of_range",
        ),
    ] {
        assert_eq!(refusal(shop.list(invalid).await), format!("validation_failed {expected_error}"));
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unusual_input_is_accepted(pool: PgPool) {
    let shop = TestShop::start_with(pool, (0..30).map(|number| product(&format!("p{number}"), &json!({})))).await;
    let count = async |request: ListProductsRequest| shop.list(request).await.unwrap().products.len();
    let request = ListProductsRequest::default;
    assert_eq!(count(ListProductsRequest { per_page: 1_000_000, ..request() }).await, 30, "at most 100 per page");
    assert_eq!(count(ListProductsRequest { per_page: 0, ..request() }).await, 24, "the default");
    assert_eq!(count(ListProductsRequest { page: 10_000, per_page: 100, ..request() }).await, 0);
    assert_eq!(
        count(ListProductsRequest { sort: 99, per_page: 100, ..request() }).await,
        30,
        "an unknown sort is ignored"
    );
    assert_eq!(count(ListProductsRequest { min_price: Some(2_000), max_price: Some(1_000), ..request() }).await, 0);

    // 99 characters; the limit is 100.
    let longest_search = "gül ".repeat(25);
    assert_eq!(
        count(ListProductsRequest { search: Some(longest_search.trim().to_owned()), per_page: 100, ..request() }).await,
        30
    );

    let beyond_all_pages = ListLikesRequest { page: i64::MAX, ..Default::default() };
    assert_eq!(
        refusal(shop.likes().list(shop.signed(Customer(1), beyond_all_pages)).await),
        "validation_failed page: out_of_range"
    );
}
