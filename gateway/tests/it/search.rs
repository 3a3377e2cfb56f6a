//! Search: suggestions, stable pages of results, and the operators' statistics.

use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{TestShop, text};

/// Waits until the search index contains the products.
async fn wait_for_products(shop: &TestShop, path: &str) -> Value {
    let has_products = async || shop.get(path).await.data()["products"].as_array().is_some_and(|list| !list.is_empty());
    eventually("the index", has_products).await;
    shop.get(path).await.data()
}

#[sqlx::test(migrations = false)]
async fn suggestions_are_cached_and_ignore_case_and_space(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let name = text(&shop.any_product().await["name"]).to_owned();
    let word: String = name.split_whitespace().max_by_key(|word| word.chars().count()).unwrap().to_owned();
    let prefix: String = word.chars().take(4).collect();
    let suggested = wait_for_products(&shop, &format!("/api/v1/product/suggest?q={prefix}")).await;
    for member in ["products", "categories", "stores", "queries"] {
        assert!(suggested[member].is_array(), "{member} is missing in {suggested}");
    }
    assert!(suggested["products"].as_array().unwrap().len() <= 6, "{suggested}");
    // Equal ETags show that these requests share a cached response.
    let typed = shop.get(&format!("/api/v1/product/suggest?q={prefix}")).await;
    assert_eq!(typed.header("cache-control"), "public, max-age=30");
    for other in [format!("q=++{prefix}+&utm=x"), format!("q={}", prefix.to_lowercase())] {
        let again = shop.get(&format!("/api/v1/product/suggest?{other}")).await;
        assert_eq!(again.header("etag"), typed.header("etag"), "{other} is the same");
    }
    assert_eq!(shop.get("/api/v1/product/suggest").await.status, 200, "an empty text returns popular products");
    let token = shop.token().await;
    let own = shop.get_as(&token, &format!("/api/v1/product/suggest?q={prefix}")).await;
    assert_eq!(own.header("cache-control"), "private, no-store");
}

#[sqlx::test(migrations = false)]
async fn search_pages_are_stable_and_clicks_are_recorded(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let first = wait_for_products(&shop, "/api/v1/product/all?search=hediyye&perPage=2&facets=true").await;
    let id = text(&first["searchId"]).to_owned();
    assert!(!id.is_empty(), "{first}");
    assert!(!first["facets"].as_array().unwrap().is_empty(), "{first}");
    let path = format!("/api/v1/product/all?search=hediyye&perPage=2&page=2&searchId={id}");
    let second = shop.get(&path).await;
    assert_eq!(second.header("cache-control"), "private, no-store", "later pages are not cached");
    let ids =
        |page: &Value| page["products"].as_array().unwrap().iter().map(|card| card["id"].clone()).collect::<Vec<_>>();
    assert!(ids(&second.data()).iter().all(|id| !ids(&first).contains(id)), "{}", second.text);
    let id_list = ids(&first).iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let by_ids = shop.get(&format!("/api/v1/product/all?ids={id_list}")).await;
    assert_eq!(ids(&by_ids.data()), ids(&first));
    assert_eq!(by_ids.header("cache-control"), "private, no-store");
    let shelf = shop.get(&format!("/api/v1/product/all?ids={id_list}&perPage=12")).await;
    assert!(shelf.header("cache-control").starts_with("public"), "a shelf of the home page");

    let opened = json!({"searchId": id, "productId": ids(&first)[0], "place": 1});
    assert_eq!(shop.post("/api/v1/product/search/opened", &opened).await.data(), json!({}));
    let report = shop.get_as(&operator, "/api/v1/admin/search").await;
    assert!(report.data().is_array(), "{}", report.text);
    assert_eq!(report.json()["meta"]["page"], 1);
    for query in ["days=0", "days=91", "days=x", "onlyEmpty=perhaps"] {
        let response = shop.get_as(&operator, &format!("/api/v1/admin/search?{query}")).await;
        assert!(response.problem().starts_with("422 validation_failed"), "{query}: {}", response.text);
    }
}
