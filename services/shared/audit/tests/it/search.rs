//! Filters, pages and permissions of the search.

use audit::Entry;
use proto::{
    audit::{AuditPosition, SearchAuditRequest},
    json::to_timestamp,
};
use sqlx::PgPool;
use testkit::permissions;

use crate::test_log::{TestLog, all, caller, position};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn pages_contain_every_entry_once_and_newest_first(pool: PgPool) {
    let log = TestLog::open(pool.clone()).await;
    let mut tx = kit::db::begin(&pool).await.unwrap();
    // Several entries per time, so that pages end between entries of the same time.
    for number in 0..45 {
        let at = log.minute(number / 10);
        audit::insert(&mut tx, &caller(1), Entry::new("order_moved", "order", number), at).await.unwrap();
    }
    tx.commit().await.unwrap();
    let mut subjects: Vec<String> = Vec::new();
    let mut before: Option<AuditPosition> = None;
    loop {
        let page = log.search(SearchAuditRequest { before, limit: 7, ..all() }).await.unwrap();
        let Some(last) = page.last() else { break };
        assert!(page.len() <= 7);
        before = Some(position(last));
        subjects.extend(page.into_iter().map(|entry| entry.subject));
        // A new entry does not move the pages after the first.
        log.insert(1, Entry::new("order_moved", "order", "new"), log.minute(60)).await;
    }
    let expected: Vec<_> = (0..45).rev().map(|number: i64| number.to_string()).collect();
    assert_eq!(subjects, expected);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn each_filter_selects_its_entries(pool: PgPool) {
    let log = TestLog::open(pool).await;
    log.insert(1, Entry::new("order_moved", "order", "SQ-1"), log.minute(1)).await;
    log.insert(2, Entry::new("refund_approved", "refund", "SQ-1"), log.minute(2)).await;
    log.insert(2, Entry::new("order_moved", "order", "SQ-2"), log.minute(3)).await;
    let at = |minutes| Some(to_timestamp(log.minute(minutes)));
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(log.subjects(all()).await, ["SQ-2", "SQ-1", "SQ-1"]);
    assert_eq!(log.subjects(SearchAuditRequest { account_id: Some(2), ..all() }).await, ["SQ-2", "SQ-1"]);
    assert_eq!(log.subjects(SearchAuditRequest { action: some("order_moved"), ..all() }).await, ["SQ-2", "SQ-1"]);
    assert_eq!(log.subjects(SearchAuditRequest { subject_kind: some("refund"), ..all() }).await, ["SQ-1"]);
    assert_eq!(log.subjects(SearchAuditRequest { subject: some("SQ-1"), ..all() }).await, ["SQ-1", "SQ-1"]);
    assert_eq!(log.subjects(SearchAuditRequest { subject: some("SQ-2"), ..all() }).await, ["SQ-2"]);
    assert_eq!(log.subjects(SearchAuditRequest { since: at(3), ..all() }).await, ["SQ-2"]);
    assert_eq!(log.subjects(SearchAuditRequest { until: at(3), ..all() }).await, ["SQ-1", "SQ-1"]);
    let combined = SearchAuditRequest {
        account_id: Some(2),
        action: some("order_moved"),
        subject_kind: some("order"),
        subject: some("SQ-2"),
        since: at(1),
        until: at(4),
        ..all()
    };
    assert_eq!(log.subjects(combined.clone()).await, ["SQ-2"]);
    assert_eq!(log.subjects(SearchAuditRequest { account_id: Some(1), ..combined }).await, [] as [&str; 0]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_subject_is_found_in_lists_that_showed_it(pool: PgPool) {
    let log = TestLog::open(pool).await;
    log.insert(1, Entry::read_list("order", &["status"], ["SQ-1", "SQ-2"]), log.minute(1)).await;
    log.insert(2, Entry::read("order", "SQ-1"), log.minute(2)).await;
    let reads_of = |subject: &str| SearchAuditRequest {
        subject_kind: Some("order".to_owned()),
        subject: Some(subject.to_owned()),
        ..all()
    };
    assert_eq!(log.subjects(reads_of("SQ-1")).await, ["SQ-1", "list"]);
    assert_eq!(log.subjects(reads_of("SQ-2")).await, ["list"]);
    assert_eq!(log.subjects(reads_of("SQ-3")).await, [] as [&str; 0]);
    let list = log.search(reads_of("SQ-2")).await.unwrap().remove(0);
    let after: serde_json::Value = serde_json::from_str(&list.after.unwrap()).unwrap();
    assert_eq!(after, serde_json::json!({"filters": ["status"], "count": 2, "shown": ["SQ-1", "SQ-2"]}));
    assert_eq!((list.action.as_str(), list.before), ("customer_data_read", None));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn only_roles_with_the_permission_may_search(pool: PgPool) {
    let log = TestLog::open(pool).await;
    permissions::check(&log.channel(), "sovqat.audit.", |role| log.keys.token_of(role)).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_search_without_a_valid_limit_is_refused(pool: PgPool) {
    let log = TestLog::open(pool).await;
    for limit in [0, 201] {
        let refused = log.search(SearchAuditRequest { limit, ..all() }).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::InvalidArgument, "{limit}");
    }
}
