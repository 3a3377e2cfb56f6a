//! The IndexNow worker crashes: its run is dropped at every await point, one after the other. Also lists all workers.

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

/// A change may be submitted twice: the protocol allows it, and an HTTP call cannot be rolled back.
#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn change_is_submitted_before_it_is_deleted_when_the_worker_crashes(pool: PgPool) {
    let test = TestIndexNow::open(pool.clone()).await;
    test.change_product(7, "qizilgul").await;
    test.advance(10);
    let worker = named(seo::indexnow_workers(&test.context), "indexnow");
    // Until the lease of the dropped run ends.
    drop_at_every_await(&pool, &worker, || test.advance(301)).await;
    assert_eq!(test.pending().await, 0);
    let submitted = test.server.submitted_urls();
    assert!(!submitted.is_empty() && submitted.iter().all(|urls| *urls == submitted[0]), "{submitted:?}");
    assert_eq!(submitted[0].len(), 3);
}
