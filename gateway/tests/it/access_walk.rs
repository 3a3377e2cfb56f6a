//! Calls every operation of the OpenAPI document without a token, as a shopper and as each staff role, and compares
//! the refusals with the document.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use kit::permission::{self, Role, Scope};
use proto::{common::Permission, json::from_name};
use reqwest::{Method, RequestBuilder, header};
use serde_json::Value;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    calls::Calls,
    following::draft,
    openapi_document::{Contract, Operation, expect_declared},
    staff_tokens::{OWN_STORE, grant},
    test_shop::{BLOGGER, LOGIN, PASSWORD, TestShop, text},
};

#[derive(Debug, Clone, Copy)]
struct Caller {
    role: Option<Role>,
    factor: Factor,
}

/// When the caller passed the second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Factor {
    Never,
    /// More than 10 minutes ago: too long for sensitive actions.
    Old,
    Recent,
}

#[derive(Debug, Clone, Copy)]
enum Expected {
    /// The operation is open to all callers.
    Any,
    /// The caller is not refused, whatever else the response is.
    Admitted,
    /// Status and code.
    Refused(&'static str),
}

const NO_TOKEN: &str = "401 unauthenticated";
const NO_PERMISSION: &str = "403 forbidden";
const NO_SECOND_FACTOR: &str = "403 second_factor_required";
const OLD_SECOND_FACTOR: &str = "403 step_up_required";
const NO_CSRF_TOKEN: &str = "403 csrf_token_invalid";
/// Refusals of the caller, not of the request.
const REFUSALS: [&str; 5] = [NO_TOKEN, NO_PERMISSION, NO_SECOND_FACTOR, OLD_SECOND_FACTOR, NO_CSRF_TOKEN];

impl Caller {
    const SHOPPER: Self = Self { role: None, factor: Factor::Never };

    fn expected(self, operation: &Value) -> Expected {
        let schemes = schemes(operation);
        if schemes.iter().any(String::is_empty) || schemes.is_empty() {
            return Expected::Any;
        }
        if schemes.iter().all(|scheme| scheme.to_lowercase().contains("refresh")) {
            // The operation takes no access token.
            return Expected::Refused(NO_TOKEN);
        }
        if schemes.contains(&"bearer".to_owned()) { Expected::Admitted } else { self.on_staff_route(operation) }
    }

    fn on_staff_route(self, operation: &Value) -> Expected {
        let permission = operation["x-permission"].as_str();
        if self.role.is_none() && permission.is_some() {
            return Expected::Refused(NO_PERMISSION);
        }
        if self.factor == Factor::Never {
            return Expected::Refused(NO_SECOND_FACTOR);
        }
        let is_too_old = operation["x-step-up"] == true && self.factor == Factor::Old;
        let Some(permission) = permission else {
            return if is_too_old { Expected::Refused(OLD_SECOND_FACTOR) } else { Expected::Admitted };
        };
        let permission: Permission = from_name(permission).expect("the document names permissions of the contract");
        let grants: Vec<String> = self.role.into_iter().map(grant).collect();
        let is_allowed = match permission::scope(grants.iter().map(String::as_str), permission) {
            Some(Scope::Shop) => true,
            Some(Scope::Stores(_)) => operation["x-store-scope"] == true,
            None => false,
        };
        if !is_allowed {
            Expected::Refused(NO_PERMISSION)
        } else if is_too_old {
            Expected::Refused(OLD_SECOND_FACTOR)
        } else {
            Expected::Admitted
        }
    }
}

fn expected_without_token(operation: &Value) -> Expected {
    match Caller::SHOPPER.expected(operation) {
        Expected::Any => Expected::Any,
        Expected::Admitted | Expected::Refused(_) => Expected::Refused(NO_TOKEN),
    }
}

/// Returns the names of the security schemes. An empty name means no token.
fn schemes(operation: &Value) -> Vec<String> {
    let schemes = operation["security"].as_array().expect("security");
    schemes
        .iter()
        .map(|scheme| scheme.as_object().and_then(|scheme| scheme.keys().next().cloned()).unwrap_or_default())
        .collect()
}

fn is_for_staff(operation: &Value) -> bool {
    schemes(operation).contains(&"staffBearer".to_owned())
}

/// Builds a request that is valid by the document.
fn request(shop: &TestShop, contract: &Contract, operation: &Operation<'_>) -> RequestBuilder {
    let (mut path, mut headers) = (operation.path.clone(), Vec::new());
    for parameter in operation.document["parameters"].as_array().into_iter().flatten() {
        let (name, value) = (text(&parameter["name"]), contract.sample(&parameter["schema"]));
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match parameter["in"].as_str() {
            Some("query") if parameter["required"] == true => {
                let separator = if path.contains('?') { '&' } else { '?' };
                path.push(separator);
                path.extend([name, "=", &value]);
            }
            // Idempotency keys have a minimum length.
            Some("header") if parameter["required"] == true => headers.push((name, value.repeat(8))),
            _ => {}
        }
    }
    let agent = Calls::agent(text(&operation.document["operationId"]));
    let mut request = shop.request(operation.method.clone(), &path).header(header::USER_AGENT, agent);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let content = &operation.document["requestBody"]["content"];
    match content.as_object().and_then(|content| content.iter().next()) {
        None => request,
        Some((kind, content)) if kind == "application/json" => request.json(&contract.sample(&content["schema"])),
        Some((kind, _)) => request.header(header::CONTENT_TYPE, kind).body("a body"),
    }
}

/// Returns status and code. Reads no other bodies, because streams do not end.
async fn outcome(request: RequestBuilder) -> String {
    let (client, request) = request.build_split();
    let request = request.expect("a request");
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let response = client.execute(request).await.expect("the gateway responds");
    let status = response.status().as_u16();
    let is_problem =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    if !is_problem {
        expect_declared(&method, &path, status);
        return status.to_string();
    }
    let problem: Value = response.json().await.expect("a problem");
    format!("{status} {}", text(&problem["code"]))
}

#[derive(Default)]
struct Results {
    checked: usize,
    /// The number of expected refusals, by status and code.
    refused: BTreeMap<&'static str, usize>,
    differences: Vec<String>,
}

impl Results {
    fn check(&mut self, caller: &str, operation: &Operation<'_>, expected: Expected, actual: &str) {
        self.checked += 1;
        let is_as_expected = match expected {
            Expected::Any => true,
            Expected::Admitted => !REFUSALS.contains(&actual),
            Expected::Refused(refusal) => {
                *self.refused.entry(refusal).or_default() += 1;
                actual == refusal
            }
        };
        // A server error is a difference for any caller.
        if !is_as_expected || actual.starts_with("50") {
            let (method, path) = (&operation.method, operation.template);
            self.differences.push(format!("{method} {path} as {caller}: {actual}, expected {expected:?}"));
        }
    }

    /// Panics if there are differences. Callers require minimum counts, in case no requests were sent.
    #[track_caller]
    fn finish(self) -> BTreeMap<&'static str, usize> {
        println!("{} requests, expected refusals: {:?}", self.checked, self.refused);
        assert!(self.differences.is_empty(), "{}\n{}", self.differences.len(), self.differences.join("\n"));
        self.refused
    }
}

#[sqlx::test(migrations = false)]
async fn nobody_and_customers_reach_what_the_document_says(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (contract, mut results) = (Contract::read(), Results::default());
    for operation in contract.operations() {
        let actual = outcome(request(&shop, &contract, &operation)).await;
        results.check("nobody", &operation, expected_without_token(operation.document), &actual);
    }
    for (name, person) in [("shopper", (LOGIN, PASSWORD)), ("blogger", BLOGGER)] {
        for operation in contract.operations() {
            // An operation may end the session.
            let token = shop.token_of(person).await;
            let actual = outcome(request(&shop, &contract, &operation).bearer_auth(token)).await;
            results.check(name, &operation, Caller::SHOPPER.expected(operation.document), &actual);
        }
    }
    let refused = results.finish();
    assert!(refused[NO_TOKEN] >= 150 && refused[NO_PERMISSION] >= 140, "{refused:?}");
}

#[sqlx::test(migrations = false)]
async fn each_role_reaches_the_operations_of_its_permissions(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (contract, mut results) = (Contract::read(), Results::default());
    // A second factor is recent for 10 minutes.
    let long_ago = shop.clock.now() - TimeDelta::minutes(11);
    for role in Role::ALL.iter().copied() {
        for factor in [Factor::Never, Factor::Old, Factor::Recent] {
            let factor_at = match factor {
                Factor::Never => None,
                Factor::Old => Some(long_ago),
                Factor::Recent => Some(shop.clock.now()),
            };
            let caller = Caller { role: Some(role), factor };
            let mut token = shop.staff_with_factor(role, factor_at).await;
            for operation in contract.operations().filter(|operation| is_for_staff(operation.document)) {
                let actual = outcome(request(&shop, &contract, &operation).bearer_auth(&token)).await;
                results.check(&format!("{caller:?}"), &operation, caller.expected(operation.document), &actual);
                if operation.method != Method::GET && shop.get_as(&token, "/api/v1/user/me").await.status != 200 {
                    token = shop.staff_with_factor(role, factor_at).await;
                }
            }
        }
    }
    let refused = results.finish();
    assert!(refused[NO_SECOND_FACTOR] >= 700 && refused[OLD_SECOND_FACTOR] >= 8, "{refused:?}");
}

#[sqlx::test(migrations = false)]
async fn a_cookie_needs_the_csrf_token_of_its_session_for_every_change(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (contract, mut results) = (Contract::read(), Results::default());
    let token = shop.operator().await;
    let for_staff = contract.operations().filter(|operation| is_for_staff(operation.document));
    for operation in for_staff.filter(|operation| operation.method != Method::GET) {
        for csrf in [None, Some("csrf-token-of-another")] {
            let request = request(&shop, &contract, &operation).header(header::COOKIE, format!("__Host-staff={token}"));
            let request = if let Some(csrf) = csrf { request.header("x-csrf-token", csrf) } else { request };
            let actual = outcome(request).await;
            results.check("an owner without the token", &operation, Expected::Refused(NO_CSRF_TOKEN), &actual);
        }
    }
    let refused = results.finish();
    assert!(refused[NO_CSRF_TOKEN] >= 80, "{refused:?}");
}

#[sqlx::test(migrations = false)]
async fn a_blocked_account_is_refused_everywhere_within_five_seconds(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (contract, mut results) = (Contract::read(), Results::default());
    let session = shop.token().await;
    let staff = shop.sign_as_staff(&session, &[grant(Role::Owner)], Some(shop.clock.now())).await;
    assert_eq!(shop.get_as(&staff, "/api/v1/admin/orders").await.status, 200);
    let account = shop.get_as(&session, "/api/v1/user/me").await.data()["id"].as_i64().expect("an id");
    let block =
        "update account set blocked_at = $2, blocked_by = $1 + 1, block_reason = 'a test' where account_id = $1";
    let block = sqlx::query(block).bind(account).bind(shop.clock.now());
    block.execute(&shop.auth_pool).await.expect("the account is blocked");
    let blocked_at = std::time::Instant::now();
    eventually("a refusal", async || shop.get_as(&session, "/api/v1/cart/counts").await.status == 401).await;
    assert!(blocked_at.elapsed().as_secs() < 5);
    for operation in contract.operations() {
        for token in [&session, &staff] {
            let actual = outcome(request(&shop, &contract, &operation).bearer_auth(token)).await;
            let accepts_ended_sessions = operation.document["x-ended-session"] == true;
            let expected =
                if accepts_ended_sessions { Expected::Any } else { expected_without_token(operation.document) };
            results.check("a blocked account", &operation, expected, &actual);
        }
    }
    results.finish();
}

#[sqlx::test(migrations = false)]
async fn each_operation_for_staff_calls_the_method_whose_permission_it_declares(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (contract, token) = (Contract::read(), shop.operator().await);
    let declared = gateway::openapi::declared_methods();
    assert!(declared.len() >= 72, "{}", declared.len());
    let mut differences = Vec::new();
    for operation in contract.operations().filter(|operation| operation.template.starts_with("/admin/")) {
        let id = text(&operation.document["operationId"]);
        let actual = outcome(request(&shop, &contract, &operation).bearer_auth(&token)).await;
        let mut called = shop.calls.of(id);
        called.retain(|path| proto::PERMISSIONS.iter().any(|(method, _)| method == path));
        called.sort_unstable();
        called.dedup();
        if called != [declared[id].clone()] {
            differences.push(format!("{id} declares {} and calls {called:?}: {actual}", declared[id]));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[sqlx::test(migrations = false)]
async fn staff_of_a_store_do_not_reach_another_store(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--cache-ttl", "0s"]).await;
    let contract = Contract::read();
    let stores = shop.get("/api/v1/store/all?perPage=10").await.data();
    let other_store = stores.as_array().expect("stores").iter().find(|store| store["id"] != OWN_STORE);
    let campaign = draft(other_store.expect("there are several stores"), shop.clock.now() + TimeDelta::hours(5));
    let created = shop.post_as(&shop.operator().await, "/api/v1/admin/campaigns", &campaign).await.data();
    let token = shop.staff(Role::StoreOwner).await;
    let mut operations = 0;
    for operation in contract.operations().filter(|operation| operation.document["x-store-scope"] == true) {
        let path = format!("/api/v1{}", operation.template.replace("{id}", &created["id"].to_string()));
        let has_id = operation.template.contains('{');
        let response = match operation.method {
            Method::GET => shop.get_as(&token, &path).await,
            _ => shop.send_as(&token, operation.method.clone(), &path, &campaign).await,
        };
        if operation.method == Method::GET && !has_id {
            let listed = response.data();
            assert!(
                listed.as_array().expect("a list").iter().all(|campaign| campaign["id"] != created["id"]),
                "{path}: {listed}"
            );
        } else {
            assert!([403, 404].contains(&response.status), "{} {path}: {}", operation.method, response.text);
        }
        operations += 1;
    }
    assert!(operations >= 5, "{operations}");
    let path = format!("/api/v1/admin/campaigns/{}", created["id"]);
    assert_eq!(shop.get_as(&shop.operator().await, &path).await.data(), created);
}
