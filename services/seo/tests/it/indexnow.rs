//! Tests that changed pages are submitted to IndexNow.

use seo::Outcome;
use serde_json::json;
use sqlx::PgPool;
use testkit::{database::eventually, workers::named};
use tokio_util::sync::CancellationToken;

use crate::{
    fake_indexnow::Reply,
    test_indexnow::{KEY, TestIndexNow},
    test_seo::TestSeo,
};

const ROSES_ID: i64 = 7;
/// In seconds. Changes within this time are submitted once.
const SETTLE_TIME: i64 = 10;
const ROSES: [&str; 3] = [
    "https://sovqat.az/mehsullar/qizilgul",
    "https://sovqat.az/ru/mehsullar/qizilgul",
    "https://sovqat.az/en/mehsullar/qizilgul",
];

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn repeated_changes_of_a_page_are_submitted_once_in_every_language(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    for slug in ["gul", "gul", "qizilgul"] {
        test.change_product(ROSES_ID, slug).await;
    }
    assert_eq!(test.submit().await, Outcome::Idle, "the change must settle first");
    assert_eq!(test.submit_after(SETTLE_TIME).await, Outcome::Accepted);
    let submission = json!({
        "host": "sovqat.az",
        "key": KEY,
        "keyLocation": format!("https://sovqat.az/{KEY}.txt"),
        "urlList": ROSES,
    });
    assert_eq!(test.indexnow_server.submissions(), [submission]);
    assert_eq!((test.pending().await, test.submit_after(3600).await), (0, Outcome::Idle));
    test.change_product(ROSES_ID, "qizilgul").await;
    assert_eq!(test.submit_after(SETTLE_TIME).await, Outcome::Accepted, "a later change is submitted again");
    assert_eq!(test.indexnow_server.submissions().len(), 2);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn closed_and_renamed_stores_are_submitted_with_their_current_slug(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_store(1, "gul-evi", true).await;
    test.change_store(2, "köhnə ad", true).await;
    test.change_store(2, "yeni ad", false).await;
    assert_eq!(test.submit_after(SETTLE_TIME).await, Outcome::Accepted);
    let urls = |slug: &str| ["", "/ru", "/en"].map(|prefix| format!("https://sovqat.az{prefix}/magazalar/{slug}"));
    assert_eq!(test.indexnow_server.submitted_urls(), [[urls("gul-evi"), urls("yeni%20ad")].concat()]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn withdrawn_products_are_not_submitted(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_product(ROSES_ID, "qizilgul").await;
    test.withdraw_product(ROSES_ID).await;
    assert_eq!((test.submit_after(SETTLE_TIME).await, test.pending().await), (Outcome::Empty, 0));
    assert!(test.indexnow_server.submissions().is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn large_backlog_is_submitted_in_batches(pool: PgPool) {
    let test = TestIndexNow::open(pool.clone()).await;
    let insert = "insert into indexnow_change (kind, subject_id, slug, changed_at)
                select 'store', number, 'magaza-' || number, to_timestamp(0)
                from generate_series(1, 3500) as number";
    sqlx::query(insert).execute(&pool).await.unwrap();
    test.change_product(ROSES_ID, "qizilgul").await;
    // The first batch is full, with 3,000 of the 3,501 changed pages.
    assert_eq!((test.submit().await, test.submit().await), (Outcome::Accepted, Outcome::Idle), "the rest has to wait");
    assert_eq!((test.submit_after(SETTLE_TIME).await, test.pending().await), (Outcome::Accepted, 0));
    let counts: Vec<usize> = test.indexnow_server.submitted_urls().iter().map(Vec::len).collect();
    assert_eq!(counts, [3_000 * 3, 501 * 3]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn retry_after_of_indexnow_is_respected(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_product(ROSES_ID, "qizilgul").await;
    test.indexnow_server.set_reply(Reply::RetryAfter(600));
    assert_eq!(test.submit_after(SETTLE_TIME).await, Outcome::Postponed);
    assert_eq!((test.submit_after(599).await, test.indexnow_server.submissions().len()), (Outcome::Idle, 1));
    test.indexnow_server.set_reply(Reply::Status(200));
    assert_eq!((test.submit_after(1).await, test.pending().await), (Outcome::Accepted, 0));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn unreachable_indexnow_is_retried_with_backoff(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_product(ROSES_ID, "qizilgul").await;
    test.indexnow_server.set_reply(Reply::Status(503));
    assert_eq!(test.submit_after(SETTLE_TIME).await, Outcome::Postponed);
    for minutes in [1, 2, 4, 8] {
        assert_eq!(test.submit_after(minutes * 60 - 1).await, Outcome::Idle, "{minutes}");
        assert_eq!(test.submit_after(1).await, Outcome::Postponed, "{minutes}");
    }
    test.indexnow_server.set_reply(Reply::Status(200));
    // The delay doubled again.
    assert_eq!(test.submit_after(16 * 60).await, Outcome::Accepted);
    assert_eq!(
        test.query_number("select failures::bigint from indexnow_turn").await,
        0,
        "a success resets the failures"
    );
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn rejected_submissions_are_not_retried(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    for status in [400, 403, 422] {
        test.change_product(ROSES_ID, "qizilgul").await;
        test.indexnow_server.set_reply(Reply::Status(status));
        assert_eq!((test.submit_after(SETTLE_TIME).await, test.pending().await), (Outcome::Rejected, 0), "{status}");
    }
    assert_eq!((test.submit_after(3600).await, test.indexnow_server.submissions().len()), (Outcome::Idle, 3));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn changes_are_kept_while_the_catalogue_is_unreachable(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_product(ROSES_ID, "qizilgul").await;
    test.kill_peers();
    assert_eq!((test.submit_after(SETTLE_TIME).await, test.pending().await), (Outcome::Postponed, 1));
    assert!(test.indexnow_server.submissions().is_empty());
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn crash_before_the_response_submits_again(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_product(ROSES_ID, "qizilgul").await;
    assert_eq!(test.submit().await, Outcome::Idle);
    test.indexnow_server.set_reply(Reply::Wait);
    let submitted = async || eventually("the submission", async || test.indexnow_server.submissions().len() == 1).await;
    tokio::select! {
        outcome = test.submit_after(SETTLE_TIME) => panic!("there was no response: {outcome:?}"),
        () = submitted() => {}
    }
    test.indexnow_server.set_reply(Reply::Status(200));
    assert_eq!(
        (test.submit().await, test.pending().await),
        (Outcome::Idle, 1),
        "the crashed run still holds the lease"
    );
    // The lease ends after five minutes.
    assert_eq!((test.submit_after(300).await, test.pending().await), (Outcome::Accepted, 0));
    assert_eq!(test.indexnow_server.submitted_urls(), [ROSES, ROSES]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn change_during_a_submission_is_submitted_again(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_product(ROSES_ID, "qizilgul").await;
    test.indexnow_server.set_reply(Reply::Wait);
    let change = async {
        eventually("the submission", async || test.indexnow_server.submissions().len() == 1).await;
        test.change_product(ROSES_ID, "qizilgul").await;
        test.indexnow_server.release();
    };
    let (outcome, ()) = tokio::join!(test.submit_after(SETTLE_TIME), change);
    assert_eq!((outcome, test.pending().await), (Outcome::Accepted, 1));
    test.indexnow_server.set_reply(Reply::Status(200));
    assert_eq!((test.submit_after(SETTLE_TIME).await, test.pending().await), (Outcome::Accepted, 0));
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn two_workers_submit_a_change_once(pool: PgPool) {
    let test = TestIndexNow::open(pool).await;
    test.change_product(ROSES_ID, "qizilgul").await;
    assert_eq!(test.submit().await, Outcome::Idle);
    test.advance_seconds(SETTLE_TIME);
    let stop = CancellationToken::new();
    let start = || tokio::spawn(named(seo::indexnow_workers(&test.context), "indexnow").run(stop.clone()));
    let replicas = [start(), start()];
    eventually("the submission", async || test.pending().await == 0).await;
    stop.cancel();
    for replica in replicas {
        replica.await.unwrap().unwrap();
    }
    assert_eq!(test.indexnow_server.submitted_urls(), [ROSES]);
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn proof_file_is_served_under_its_own_name_only(pool: PgPool) {
    let test = TestIndexNow::open(pool.clone()).await;
    assert_eq!(test.proof(KEY).await, KEY);
    for other in ["", "robots", "0123456789abcdef-sovqat", &KEY[1..], &format!("{KEY}.txt")] {
        assert_eq!(test.proof(other).await, "", "{other}");
    }
    let without_key = TestSeo::start(pool).await;
    assert_eq!((without_key.proof(KEY).await, without_key.proof("").await), (String::new(), String::new()));
}
