//! Entries say who did what, and cannot be changed.

use audit::{Actor, Entry};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::audit::{check_append_only, entries, personal_data};

use crate::test_log::{TestLog, all, caller};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_entry_says_who_did_what_when_and_from_where(pool: PgPool) {
    let log = TestLog::open(pool).await;
    let entry = Entry::new("campaign_cancelled", "campaign", 7)
        .changed(json!({"status": "running", "percent": 10}), json!({"status": "cancelled", "percent": 10}));
    log.insert(42, entry, log.minute(0)).await;
    let [found] = <[_; 1]>::try_from(log.search(all()).await.unwrap()).expect("one entry");
    assert_eq!((found.service.as_str(), found.account_id), ("order", 42));
    assert_eq!(found.at, Some(proto::json::to_timestamp(log.minute(0))));
    assert_eq!((&*found.action, &*found.subject_kind, &*found.subject), ("campaign_cancelled", "campaign", "7"));
    let json = |text: Option<String>| text.map(|text| serde_json::from_str::<Value>(&text).unwrap());
    assert_eq!(json(found.before), Some(json!({"status": "running"})));
    assert_eq!(json(found.after), Some(json!({"status": "cancelled"})));
    assert_eq!((&*found.address, &*found.browser, &*found.system), ("203.0.113.7", "Chrome", "Windows"));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_entry_without_a_request_has_no_address(pool: PgPool) {
    let log = TestLog::open(pool.clone()).await;
    let mut connection = pool.acquire().await.unwrap();
    let entry = Entry::new("role_granted", "account", 5).changed(Value::Null, json!({"role": "owner"}));
    audit::insert(&mut connection, Actor::without_request(5), entry, log.minute(0)).await.unwrap();
    let found = log.search(all()).await.unwrap().remove(0);
    assert_eq!([found.address, found.browser, found.system], [""; 3]);
    assert_eq!((found.before, found.after.as_deref()), (None, Some(r#"{"role": "owner"}"#)));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_entry_is_not_written_when_the_change_rolls_back(pool: PgPool) {
    let log = TestLog::open(pool.clone()).await;
    let mut tx = kit::db::begin(&pool).await.unwrap();
    audit::insert(&mut tx, &caller(1), Entry::new("order_moved", "order", "SQ-1"), log.minute(0)).await.unwrap();
    tx.rollback().await.unwrap();
    assert!(entries(&pool).await.is_empty());
    log.insert(1, Entry::new("order_moved", "order", "SQ-2"), log.minute(0)).await;
    assert_eq!(entries(&pool).await[0].subject, "SQ-2");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_database_refuses_to_change_or_delete_entries(pool: PgPool) {
    check_append_only(&pool).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_check_for_personal_data_finds_names_numbers_and_addresses(pool: PgPool) {
    let log = TestLog::open(pool.clone()).await;
    for subject in ["Aygün", "+994501234567", "a@example.com", "SQ-1"] {
        log.insert(1, Entry::read("customer", subject), log.minute(0)).await;
    }
    let found = personal_data(&pool, &["Aygün"]).await;
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|row| !row.contains("SQ-1")));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn names_and_subjects_outside_the_rules_are_refused(pool: PgPool) {
    let log = TestLog::open(pool.clone()).await;
    let mut connection = pool.acquire().await.unwrap();
    for entry in [
        Entry::new("Order moved", "order", "SQ-1"),
        Entry::new("order_moved", "Order!", "SQ-1"),
        Entry::new("order_moved", "order", ""),
        Entry::new("order_moved", "order", "x".repeat(401)),
    ] {
        let refused = audit::insert(&mut connection, &caller(1), entry.clone(), log.minute(0)).await.unwrap_err();
        let constraint = refused.as_database_error().and_then(|error| error.constraint());
        assert!(constraint.is_some_and(|name| name.ends_with("_check")), "{entry:?}: {refused}");
    }
}
