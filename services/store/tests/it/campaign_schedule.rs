//! Campaigns start and end on time and once, also with concurrent or killed workers.

use chrono::TimeDelta;
use futures::future::join_all;
use kit::config::FeedConfig;
use proto::store::{CampaignDraft, CampaignStatus};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{database::eventually, workers::named};
use tokio_util::sync::CancellationToken;

use crate::test_store::{TestStore, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_campaign_starts_and_ends_on_time_and_publishes_events(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    let id = service.create_campaign(service.campaign_draft(1)).await.unwrap().id;
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 0);

    service.clock.advance(TimeDelta::hours(1));
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 1);
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 0, "the campaign has started already");
    assert_eq!(service.campaign_status(id).await, CampaignStatus::Running);
    let event: Value = sqlx::query_scalar("select payload from outbox where kind = 'campaign_started'")
        .fetch_one(&pool)
        .await
        .unwrap();
    // The test clock began at 14:13:20.
    assert_eq!(
        event,
        json!({"campaignId": 1, "storeId": 1, "percent": 20, "startsAt": "2026-09-21T15:13:20+00:00", "endsAt": "2026-09-22T15:13:20+00:00",
               "productIds": [], "names": {"az": "Bahar", "ru": "Весна", "en": "Bahar"}, "storeName": "Gül evi", "storeSlug": "gul-evi"})
    );

    service.clock.advance(TimeDelta::days(1));
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 1);
    assert_eq!(service.campaign_status(id).await, CampaignStatus::Ended);
    assert_eq!(service.campaign_events().await, ["campaign_started 1", "campaign_ended 1"]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_campaign_whose_whole_period_was_missed_publishes_no_events(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let id = service.create_campaign(service.campaign_draft(1)).await.unwrap().id;
    service.clock.advance(TimeDelta::days(3));
    assert_eq!(store::advance_campaigns(&service.app).await.unwrap(), 1);
    assert_eq!((service.campaign_status(id).await, service.campaign_events().await.len()), (CampaignStatus::Ended, 0));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn ten_replicas_start_each_campaign_once(pool: PgPool) {
    const CAMPAIGNS: i64 = 6;
    const REPLICAS: usize = 10;
    let service = TestStore::loaded(pool, &three_stores()).await;
    for _ in 0..CAMPAIGNS {
        service.create_campaign(service.campaign_draft(0)).await.unwrap();
    }
    for kind in ["campaign_started", "campaign_ended"] {
        let advanced = join_all((0..REPLICAS).map(|_| store::advance_campaigns(&service.app))).await;
        assert!(advanced.into_iter().all(|outcome| outcome.is_ok()));
        // A call that lost a race ends early; this one handles the rest.
        store::advance_campaigns(&service.app).await.unwrap();
        let mut events: Vec<_> =
            service.campaign_events().await.into_iter().filter(|event| event.starts_with(kind)).collect();
        events.sort();
        assert_eq!(events, (1..=CAMPAIGNS).map(|id| format!("{kind} {id}")).collect::<Vec<_>>());
        service.clock.advance(TimeDelta::days(1));
    }
}

/// PostgreSQL rolls back the open transaction of a killed worker.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_worker_killed_between_two_steps_leaves_no_partial_change(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    let id = service.create_campaign(service.campaign_draft(0)).await.unwrap().id;
    for (kind, status) in [("campaign_started", CampaignStatus::Running), ("campaign_ended", CampaignStatus::Ended)] {
        for step in 0..12 {
            // A killed process stops at an await point, so the work is polled `step + 1` times and dropped.
            let work = store::advance_campaigns(&service.app);
            tokio::pin!(work);
            for _ in 0..=step {
                if futures::poll!(&mut work).is_ready() {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        }
        store::advance_campaigns(&service.app).await.unwrap();
        assert_eq!(service.campaign_status(id).await, status);
        assert_eq!(service.campaign_events().await.iter().filter(|event| event.starts_with(kind)).count(), 1);
        service.clock.advance(TimeDelta::days(1));
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn cancelling_while_a_campaign_starts_ends_it_consistently(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    // Which of the two comes first varies.
    for _ in 0..10 {
        let id = service.create_campaign(service.campaign_draft(0)).await.unwrap().id;
        let (advanced, cancelled) = tokio::join!(store::advance_campaigns(&service.app), service.cancel_campaign(id));
        advanced.unwrap();
        assert_eq!(cancelled.unwrap().status(), CampaignStatus::Cancelled);
        let events: Vec<_> =
            service.campaign_events().await.into_iter().filter(|event| event.ends_with(&format!(" {id}"))).collect();
        let events_of_a_run = [format!("campaign_started {id}"), format!("campaign_ended {id}")];
        let is_consistent = events.is_empty() || events == events_of_a_run;
        assert!(is_consistent, "{events:?}");
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn planning_a_campaign_wakes_the_worker_at_once(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let stop = CancellationToken::new();
    let worker = named(store::workers(&service.app, &FeedConfig::default()), "campaigns");
    let worker_task = tokio::spawn(worker.run(stop.clone()));
    let id = service.create_campaign(service.campaign_draft(0)).await.unwrap().id;
    let planned_at = tokio::time::Instant::now();
    eventually("the start of the campaign", async || service.campaign_status(id).await == CampaignStatus::Running)
        .await;
    // The next poll may be five seconds away.
    assert!(planned_at.elapsed() < std::time::Duration::from_secs(3), "planning must wake the worker");
    stop.cancel();
    worker_task.await.unwrap().unwrap();
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn demo_campaigns_are_planned_once_and_start_on_time(pool: PgPool) {
    let service = TestStore::open(pool).await;
    let words = json!({"name": "Bahar", "text": "Gəldi"});
    let demo = |id: i64, starts_in_hours: i64| json!({"id": id, "store": "gul-evi", "percent": 10, "startsInHours": starts_in_hours, "endsInHours": 100, "az": words, "ru": words, "en": words});
    // Campaign 1 has been running for three hours, and campaign 2 starts in two days.
    let campaigns = [demo(1, -3), demo(2, 48)];
    service.load_with(&three_stores(), &campaigns).await.unwrap();
    store::advance_campaigns(&service.app).await.unwrap();
    service.clock.advance(TimeDelta::hours(1));
    service.load_with(&three_stores(), &campaigns).await.unwrap();
    store::advance_campaigns(&service.app).await.unwrap();
    assert_eq!(service.campaign_events().await, ["campaign_started 1"]);
    assert_eq!(service.campaign_status(2).await, CampaignStatus::Planned);
    let next = service.create_campaign(CampaignDraft { percent: 1, ..service.campaign_draft(1) }).await.unwrap();
    assert_eq!(next.id, 3, "above the loaded ids");
}
