//! Tests workers. A crash is simulated by dropping a worker's run at every await point.

use kit::config::FeedConfig;
use sqlx::PgPool;
use testkit::{
    cancellation::drop_at_every_await,
    workers::{listed, named},
};

use crate::test_indexnow::TestIndexNow;

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let test = TestIndexNow::open(pool.clone()).await;
    let mut workers = seo::workers(&pool, &FeedConfig::default());
    workers.extend(seo::indexnow_workers(&test.context));
    assert_eq!(listed(workers).await, ["indexnow", "outbox_retention"]);
}

/// A change may be submitted twice: an HTTP call cannot be rolled back.
#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn crashing_worker_submits_every_change_before_deleting_it(pool: PgPool) {
    let test = TestIndexNow::open(pool.clone()).await;
    let product_id = 7;
    test.change_product(product_id, "qizilgul").await;
    // A change is submitted ten seconds after it happened.
    test.advance_seconds(10);
    let worker = named(seo::indexnow_workers(&test.context), "indexnow");
    // The lease of a dropped run ends after 300 seconds.
    drop_at_every_await(&pool, &worker, || test.advance_seconds(301)).await;
    assert_eq!(test.pending().await, 0);
    let submitted = test.indexnow_server.submitted_urls();
    assert!(!submitted.is_empty());
    assert!(submitted.iter().all(|urls| *urls == submitted[0]), "{submitted:?}");
    assert_eq!(submitted[0].len(), 3, "the page in three languages");
}
