//! The published OpenAPI document is up to date, complete and consistent, and served by the gateway.

use std::collections::BTreeSet;

use sqlx::PgPool;

use crate::test_shop::TestShop;

/// Verbs that operation ids start with. Before you add one, check that none of these has the same meaning.
const VERBS: &[&str] = &[
    "accept",
    "add",
    "answer",
    "apply",
    "approve",
    "begin",
    "block",
    "cancel",
    "change",
    "check",
    "clear",
    "close",
    "count",
    "create",
    "decide",
    "decline",
    "delete",
    "discard",
    "duplicate",
    "enter",
    "export",
    "get",
    "invite",
    "like",
    "list",
    "map",
    "mark",
    "merge",
    "moderate",
    "move",
    "open",
    "pause",
    "pay",
    "place",
    "preview",
    "publish",
    "quote",
    "receive",
    "reconcile",
    "record",
    "refresh",
    "register",
    "remove",
    "reorder",
    "replace",
    "replay",
    "reply",
    "report",
    "request",
    "reset",
    "resolve",
    "restore",
    "resume",
    "revoke",
    "save",
    "send",
    "sign",
    "start",
    "stream",
    "subscribe",
    "suggest",
    "track",
    "try",
    "unblock",
    "undo",
    "unlike",
    "unsubscribe",
    "update",
    "upload",
    "verify",
    "withdraw",
    "write",
];

/// Fewer operations mean that routes are missing in the document.
const MIN_OPERATIONS: usize = 188;

#[test]
fn the_checked_in_document_is_up_to_date() {
    let generated = gateway::openapi::text(&gateway::openapi::document());
    let checked_in = include_str!("../../openapi.json");
    assert!(generated == checked_in, "gateway/openapi.json is stale: sovqat-gateway openapi > gateway/openapi.json");
}

#[test]
fn every_referenced_schema_exists() {
    let document = gateway::openapi::text(&gateway::openapi::document());
    let value: serde_json::Value = serde_json::from_str(&document).unwrap();
    let schemas = value["components"]["schemas"].as_object().unwrap();
    let referenced: BTreeSet<&str> =
        document.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let missing: Vec<_> = referenced.into_iter().filter(|name| !schemas.contains_key(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Client generators create functions with these names.
#[test]
fn operation_ids_are_unique_and_start_with_a_verb() {
    let document = serde_json::to_value(gateway::openapi::document()).unwrap();
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap_or_default();
            assert!(ids.insert(id.to_owned()), "{method} {path}: `{id}` is the id of two operations");
            let verb = id.split(|letter: char| !letter.is_ascii_lowercase()).next().unwrap_or_default();
            assert!(VERBS.contains(&verb), "{method} {path}: `{id}` starts with none of the verbs");
            assert!(id.chars().all(|letter| letter.is_ascii_alphanumeric()), "{method} {path}: `{id}`");
        }
    }
    assert!(ids.len() >= MIN_OPERATIONS, "only {} operations", ids.len());
}

/// In generated clients, such a schema would hide the browser's type.
#[test]
fn no_schema_has_the_name_of_a_browser_type() {
    let document = serde_json::to_value(gateway::openapi::document()).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in ["File", "Blob", "Date", "Event", "Error", "Map", "Object", "Promise", "Request", "Response", "Set"] {
        assert!(!schemas.contains_key(name), "{name}");
    }
}

#[sqlx::test(migrations = false)]
async fn the_document_and_swagger_ui_load_nothing_from_other_origins(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let document = shop.get("/api/openapi.json").await;
    assert_eq!(document.text, include_str!("../../openapi.json"));
    let page = shop.get("/api/docs/").await;
    assert_eq!((page.status, page.header("content-type").starts_with("text/html")), (200, true));
    let script = shop.get("/api/docs/swagger-initializer.js").await;
    assert!(script.text.contains("/api/openapi.json") && script.text.contains("none"), "{}", script.text);
    assert!(!page.text.contains("https://") && !script.text.contains("https://"), "{}\n{}", page.text, script.text);
    // The Content-Security-Policy forbids inline scripts.
    assert!(!page.text.contains("<script>"), "{}", page.text);
    assert_eq!(shop.get("/api/docs").await.status, 303);
}
