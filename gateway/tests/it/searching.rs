//! Search: suggestions, stable pages of results, and the operators' statistics.

use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::house::{House, OPERATOR, text};

/// Waits until the index contains the products, and returns the result.
async fn found(house: &House, path: &str) -> Value {
    let some = async || house.get(path).await.data()["products"].as_array().is_some_and(|list| !list.is_empty());
    eventually("the index", some).await;
    house.get(path).await.data()
}

#[sqlx::test(migrations = false)]
async fn suggestions_come_while_one_types(pool: PgPool) {
    let house = House::start(pool).await;
    let name = text(&house.any_product().await["name"]).to_owned();
    let word: String = name.split_whitespace().max_by_key(|word| word.chars().count()).unwrap().to_owned();
    let start: String = word.chars().take(4).collect();
    let suggested = found(&house, &format!("/api/v1/product/suggest?q={start}")).await;
    for member in ["products", "categories", "stores", "queries"] {
        assert!(suggested[member].is_array(), "{member} is missing in {suggested}");
    }
    assert!(suggested["products"].as_array().unwrap().len() <= 6, "{suggested}");
    let typed = house.get(&format!("/api/v1/product/suggest?q={start}")).await;
    assert_eq!(typed.header("cache-control"), "public, max-age=30");
    for other in [format!("q=++{start}+&utm=x"), format!("q={}", start.to_lowercase())] {
        let again = house.get(&format!("/api/v1/product/suggest?{other}")).await;
        assert_eq!(again.header("etag"), typed.header("etag"), "{other} is the same");
    }
    assert_eq!(house.get("/api/v1/product/suggest").await.status, 200, "with nothing typed there is what is popular");
    let token = house.token().await;
    let own = house.get_as(&token, &format!("/api/v1/product/suggest?q={start}")).await;
    assert_eq!(own.header("cache-control"), "private, no-store");
}

#[sqlx::test(migrations = false)]
async fn a_search_can_be_turned_over_and_counted(pool: PgPool) {
    let house = House::start(pool).await;
    let operator = house.token_of(OPERATOR).await;
    let first = found(&house, "/api/v1/product/all?search=hediyye&perPage=2&facets=true").await;
    let id = text(&first["searchId"]).to_owned();
    assert!(!id.is_empty() && !first["facets"].as_array().unwrap().is_empty(), "{first}");
    let path = format!("/api/v1/product/all?search=hediyye&perPage=2&page=2&searchId={id}");
    let second = house.get(&path).await;
    assert_eq!(second.header("cache-control"), "private, no-store", "where somebody is in their list is theirs");
    let ids =
        |page: &Value| page["products"].as_array().unwrap().iter().map(|card| card["id"].clone()).collect::<Vec<_>>();
    assert!(ids(&second.data()).iter().all(|id| !ids(&first).contains(id)), "{}", second.text);
    let seen = ids(&first).iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let looked_at = house.get(&format!("/api/v1/product/all?ids={seen}")).await;
    assert_eq!((ids(&looked_at.data()), looked_at.header("cache-control")), (ids(&first), "private, no-store"));

    let opened = json!({"searchId": id, "productId": ids(&first)[0], "place": 1});
    assert_eq!(house.post("/api/v1/product/search/opened", &opened).await.data(), json!({}));
    let report = house.get_as(&operator, "/api/v1/admin/search").await;
    assert!(report.data().is_array() && report.json()["meta"]["page"] == 1, "{}", report.text);
    for query in ["days=0", "days=91", "days=x", "onlyEmpty=perhaps"] {
        let answer = house.get_as(&operator, &format!("/api/v1/admin/search?{query}")).await;
        assert!(answer.problem().starts_with("422 validation_failed"), "{query}: {}", answer.text);
    }
}
