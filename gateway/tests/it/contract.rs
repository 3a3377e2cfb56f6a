//! The published contract.

use std::collections::BTreeSet;

use sqlx::PgPool;

use crate::house::House;

#[test]
fn the_checked_in_document_is_the_gateways_own() {
    let own = gateway::openapi::text(&gateway::openapi::document());
    let checked_in = include_str!("../../openapi.json");
    assert!(own == checked_in, "gateway/openapi.json is stale: sovqat-gateway openapi > gateway/openapi.json");
}

#[test]
fn everything_the_document_refers_to_is_in_it() {
    let document = gateway::openapi::text(&gateway::openapi::document());
    let value: serde_json::Value = serde_json::from_str(&document).unwrap();
    let schemas = value["components"]["schemas"].as_object().unwrap();
    let referred: BTreeSet<&str> =
        document.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let missing: Vec<_> = referred.into_iter().filter(|name| !schemas.contains_key(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[sqlx::test(migrations = false)]
async fn it_is_served_and_can_be_browsed_without_any_other_host(pool: PgPool) {
    let house = House::start(pool).await;
    let document = house.get("/api/openapi.json").await;
    assert_eq!(document.text, include_str!("../../openapi.json"));
    let page = house.get("/api/docs/").await;
    assert_eq!((page.status, page.header("content-type").starts_with("text/html")), (200, true));
    let script = house.get("/api/docs/swagger-initializer.js").await;
    assert!(script.text.contains("/api/openapi.json") && script.text.contains("none"), "{}", script.text);
    assert!(!page.text.contains("https://") && !script.text.contains("https://"), "{}\n{}", page.text, script.text);
    // What the content security policy forbids would leave the page blank.
    assert!(!page.text.contains("<script>"), "{}", page.text);
    assert_eq!(house.get("/api/docs").await.status, 303);
}
