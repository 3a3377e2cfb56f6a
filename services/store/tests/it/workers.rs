use chrono::TimeDelta;
use kit::config::FeedConfig;
use proto::store::CampaignStatus;
use sqlx::PgPool;
use testkit::{
    cancellation::drop_at_every_await,
    workers::{listed, named},
};

use crate::test_store::{TestStore, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let service = TestStore::open(pool).await;
    assert_eq!(listed(store::workers(&service.app, &FeedConfig::default())).await, ["campaigns", "outbox_retention"]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_campaign_whose_start_is_dropped_halfway_starts_once(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    let id = service.create_campaign(service.campaign_draft(1)).await.unwrap().id;
    service.clock.advance(TimeDelta::hours(1));
    let worker = named(store::workers(&service.app, &FeedConfig::default()), "campaigns");
    // Drops each run one await point later than the run before.
    let change_nothing_between_runs = || {};
    drop_at_every_await(&pool, &worker, change_nothing_between_runs).await;
    assert_eq!(service.campaign_status(id).await, CampaignStatus::Running);
    assert_eq!(service.campaign_events().await, [format!("campaign_started {id}")]);
}
