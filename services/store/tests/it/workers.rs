//! The worker of campaigns, dropped halfway, and the table of all workers.

use chrono::TimeDelta;
use kit::config::FeedConfig;
use proto::store::CampaignStatus;
use sqlx::PgPool;
use testkit::{
    halfway::drop_at_every_wait,
    workers::{listed, named},
};

use crate::house::{House, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn metrics_list_every_worker(pool: PgPool) {
    let house = House::open(pool).await;
    assert_eq!(listed(store::workers(&house.app, &FeedConfig::default())).await, ["campaigns", "outbox_retention"]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_campaign_whose_start_is_dropped_halfway_starts_once(pool: PgPool) {
    let house = House::loaded(pool.clone(), &three_stores()).await;
    let id = house.plan(house.draft(1)).await.unwrap().id;
    house.clock.advance(TimeDelta::hours(1));
    let worker = named(store::workers(&house.app, &FeedConfig::default()), "campaigns");
    drop_at_every_wait(&pool, &worker, || {}).await;
    assert_eq!(house.status(id).await, CampaignStatus::Running);
    assert_eq!(house.told().await, [format!("campaign_started {id}")]);
}
