//! Sends requests without each member that the OpenAPI document requires.

use reqwest::header;
use serde_json::Value;
use sqlx::PgPool;

use crate::{
    openapi_document::{Contract, Operation},
    test_shop::{TestShop, send},
};

/// Data that this test's bodies would change if they were accepted.
const CHECKED_PATHS: [&str; 16] = [
    "/settings",
    "/admin/office",
    "/admin/seo/robots",
    "/admin/seo/texts",
    "/admin/seo/tags",
    "/admin/seo/redirects",
    "/admin/promises",
    "/admin/promos",
    "/admin/campaigns",
    "/admin/categories",
    "/admin/stores",
    "/admin/saved-views",
    "/notification/preferences",
    "/user/me",
    "/user/addresses",
    "/user/families",
];

async fn stored_data(shop: &TestShop, operator: &str) -> Vec<Value> {
    let mut responses = Vec::new();
    for path in CHECKED_PATHS {
        let mut data = shop.get_as(operator, &format!("/api/v1{path}")).await.data();
        // The catalogue's events change these in the background.
        for row in data.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            row.remove("productCount");
            row.remove("rating");
        }
        responses.push(data);
    }
    responses
}

#[sqlx::test(migrations = false)]
async fn a_body_without_a_required_member_is_refused_and_changes_nothing(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let before = stored_data(&shop, &operator).await;
    let contract = Contract::read();
    let (mut operations, mut members) = (0, 0);
    for Operation { method, path, document, .. } in contract.operations() {
        let schema = &document["requestBody"]["content"]["application/json"]["schema"];
        let body = contract.sample(schema);
        let incomplete = contract.bodies_missing_a_member(schema, &body);
        operations += usize::from(!incomplete.is_empty());
        for (missing, body) in incomplete {
            let request = shop.request(method.clone(), &path).bearer_auth(&operator);
            let request = request.header("idempotency-key", "one-for-every-body").header(header::ACCEPT_LANGUAGE, "en");
            let result = send(request.json(&body)).await.problem();
            assert_eq!(result, format!("422 validation_failed {missing}=required"), "{method} {path} {body}");
            members += 1;
        }
    }
    // Guards against a loop that finds none.
    assert!(operations >= 60 && members >= 220, "{operations} operations, {members} members");
    assert_eq!(stored_data(&shop, &operator).await, before);
}

#[sqlx::test(migrations = false)]
async fn a_query_without_a_required_parameter_is_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let mut count = 0;
    for Operation { method, path, document, .. } in Contract::read().operations() {
        let parameters = document["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|parameter| parameter["in"] == "query" && parameter["required"] == true) {
            let result = send(shop.request(method.clone(), &path).bearer_auth(&operator)).await.problem();
            let name = parameter["name"].as_str().expect("a name");
            assert!(
                result.starts_with("422 ") && result.contains(&format!("{name}=required")),
                "{method} {path}: {result}"
            );
            count += 1;
        }
    }
    assert!(count >= 6, "{count}");
}
