//! The worker that tells search engines, dropped halfway, and the table of all workers.

use kit::config::FeedConfig;
use sqlx::PgPool;
use testkit::{
    halfway::drop_at_every_wait,
    workers::{listed, named},
};

use crate::town::Town;

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    let mut workers = seo::workers(&pool, &FeedConfig::default());
    workers.extend(seo::notice_workers(&town.herald));
    assert_eq!(listed(workers).await, ["indexnow", "outbox_retention"]);
}

/// Search engines may be told twice: their protocol allows it, and nobody can take an HTTP call back.
#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn a_change_dropped_halfway_is_told_and_then_deleted(pool: PgPool) {
    let town = Town::open(pool.clone()).await;
    town.product_changes(7, "qizilgul").await;
    town.time_passes(10);
    let worker = named(seo::notice_workers(&town.herald), "indexnow");
    // Beyond the turn of the run that was dropped.
    drop_at_every_wait(&pool, &worker, || town.time_passes(301)).await;
    assert_eq!(town.untold().await, 0);
    let told = town.engine.addresses();
    assert!(!told.is_empty() && told.iter().all(|addresses| *addresses == told[0]), "{told:?}");
    assert_eq!(told[0].len(), 3);
}
