//! Limits of members of request bodies: each declared limit is exceeded once, and the response names the member.

use reqwest::header;
use sqlx::PgPool;

use crate::{
    document::{Contract, Operation},
    house::{BLOGGER, House, OPERATOR, send},
};

/// Operations that look up the object of their path, page or signature before they check the body, so this test does
/// not reach their limits. The services' tests cover them.
const UNREACHED: [&str; 9] = [
    "acceptWholesaleQuote",
    "cancelOrder",
    "enterWholesaleTransfer",
    "moveOrder",
    "previewContent",
    "publishContent",
    "quoteWholesaleRequest",
    "registerClient",
    "requestRefund",
];

#[sqlx::test(migrations = false)]
async fn every_declared_limit_is_enforced(pool: PgPool) {
    let house = House::start(pool).await;
    let (operator, blogger) = (house.token_of(OPERATOR).await, house.token_of(BLOGGER).await);
    let contract = Contract::read();
    let (mut limits, mut taken) = (0, Vec::new());
    let is_reached = |one: &Operation<'_>| UNREACHED.iter().all(|id| one.document["operationId"] != *id);
    for Operation { method, path, document, .. } in contract.operations().filter(is_reached) {
        let schema = &document["requestBody"]["content"]["application/json"]["schema"];
        let is_bloggers = path.starts_with("/api/v1/influencer") || path.starts_with("/api/v1/list");
        for (member, body) in contract.beyond(schema, &contract.sample(schema)) {
            let request =
                house.request(method.clone(), &path).bearer_auth(if is_bloggers { &blogger } else { &operator });
            let request = request.header("idempotency-key", "one-for-every-body").header(header::ACCEPT_LANGUAGE, "en");
            let answer = send(request.json(&body)).await;
            let told = if answer.status < 300 { answer.status.to_string() } else { answer.problem() };
            if !(told.starts_with("422 ") && names(&told, &member)) {
                taken.push(format!("{method} {path} {member}: {told} for {body}"));
            }
            limits += 1;
        }
    }
    assert!(taken.is_empty(), "{}", taken.join("\n"));
    assert!(limits >= 200, "{limits}");
}

/// Whether the response names the member or its parent.
fn names(told: &str, member: &str) -> bool {
    told.split(' ').filter_map(|error| error.split_once('=')).any(|(field, _)| member.starts_with(field))
}
