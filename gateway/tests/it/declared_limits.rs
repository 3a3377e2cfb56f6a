//! Exceeds each limit that the OpenAPI document declares for request bodies.

use reqwest::header;
use sqlx::PgPool;

use crate::{
    openapi_document::{Contract, Operation},
    test_shop::{BLOGGER, TestShop, send},
};

/// These operations check something else before the body. The services' tests cover their limits.
const UNREACHED: [&str; 10] = [
    "acceptWholesaleQuote",
    "cancelOrder",
    "enterWholesaleTransfer",
    "moveOrder",
    "previewContent",
    "publishContent",
    "quoteWholesaleRequest",
    "registerClient",
    "requestRefund",
    "requestRefundForShopper",
];

#[sqlx::test(migrations = false)]
async fn every_declared_limit_is_enforced(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (operator, blogger) = (shop.operator().await, shop.token_of(BLOGGER).await);
    let contract = Contract::read();
    let (mut limits, mut not_refused) = (0, Vec::new());
    let is_reached = |operation: &Operation<'_>| UNREACHED.iter().all(|id| operation.document["operationId"] != *id);
    for Operation { method, path, document, .. } in contract.operations().filter(is_reached) {
        let schema = &document["requestBody"]["content"]["application/json"]["schema"];
        let needs_blogger = path.starts_with("/api/v1/influencer") || path.starts_with("/api/v1/list");
        for (member, body) in contract.bodies_exceeding_a_limit(schema, &contract.sample(schema)) {
            let request =
                shop.request(method.clone(), &path).bearer_auth(if needs_blogger { &blogger } else { &operator });
            let request = request.header("idempotency-key", "one-for-every-body").header(header::ACCEPT_LANGUAGE, "en");
            let response = send(request.json(&body)).await;
            let result = if response.status < 300 { response.status.to_string() } else { response.problem() };
            if !(result.starts_with("422 ") && names_member(&result, &member)) {
                not_refused.push(format!("{method} {path} {member}: {result} for {body}"));
            }
            limits += 1;
        }
    }
    assert!(not_refused.is_empty(), "{}", not_refused.join("\n"));
    // Guards against a loop that finds no limits.
    assert!(limits >= 200, "{limits}");
}

/// The problem may name the member's parent.
fn names_member(result: &str, member: &str) -> bool {
    result.split(' ').filter_map(|error| error.split_once('=')).any(|(field, _)| member.starts_with(field))
}
