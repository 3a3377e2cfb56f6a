//! Campaigns begin and end by themselves, once, whoever turns them and whoever dies meanwhile.

use chrono::TimeDelta;
use futures::future::join_all;
use kit::config::FeedConfig;
use proto::store::{CampaignDraft, CampaignStatus};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{database::eventually, workers::named};
use tokio_util::sync::CancellationToken;

use crate::house::{House, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_campaign_lives_by_the_clock_and_says_so(pool: PgPool) {
    let house = House::loaded(pool.clone(), &three_stores()).await;
    let id = house.plan(house.draft(1)).await.unwrap().id;
    assert_eq!(store::turn(&house.app).await.unwrap(), 0);
    house.clock.advance(TimeDelta::hours(1));
    assert_eq!(store::turn(&house.app).await.unwrap(), 1);
    assert_eq!((store::turn(&house.app).await.unwrap(), house.status(id).await), (0, CampaignStatus::Running));
    let told: Value = sqlx::query_scalar("select payload from outbox where kind = 'campaign_started'")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(
        told,
        json!({"campaignId": 1, "storeId": 1, "percent": 20, "startsAt": "2026-09-21T15:13:20+00:00", "endsAt": "2026-09-22T15:13:20+00:00",
               "productIds": [], "names": {"az": "Bahar", "ru": "Весна", "en": "Bahar"}, "storeName": "Gül evi", "storeSlug": "gul-evi"})
    );
    house.clock.advance(TimeDelta::days(1));
    assert_eq!(store::turn(&house.app).await.unwrap(), 1);
    assert_eq!(house.status(id).await, CampaignStatus::Ended);
    assert_eq!(house.told().await, ["campaign_started 1", "campaign_ended 1"]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn what_was_slept_through_is_never_announced(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let id = house.plan(house.draft(1)).await.unwrap().id;
    house.clock.advance(TimeDelta::days(3));
    assert_eq!(store::turn(&house.app).await.unwrap(), 1);
    assert_eq!((house.status(id).await, house.told().await.len()), (CampaignStatus::Ended, 0));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn ten_replicas_start_each_campaign_once(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    for _ in 0..6 {
        house.plan(house.draft(0)).await.unwrap();
    }
    for kind in ["campaign_started", "campaign_ended"] {
        let turned = join_all((0..10).map(|_| store::turn(&house.app))).await;
        assert!(turned.into_iter().all(|outcome| outcome.is_ok()));
        // Whoever found the first of them taken may have gone home early; what is left is turned next time.
        store::turn(&house.app).await.unwrap();
        let mut told: Vec<_> = house.told().await.into_iter().filter(|told| told.starts_with(kind)).collect();
        told.sort();
        assert_eq!(told, (1..=6).map(|id| format!("{kind} {id}")).collect::<Vec<_>>());
        house.clock.advance(TimeDelta::days(1));
    }
}

/// A worker that is killed leaves an open transaction, which the database rolls back. Whatever it had done, the next one
/// does it all, once.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_worker_killed_between_any_two_steps_leaves_nothing_half_done(pool: PgPool) {
    let house = House::loaded(pool.clone(), &three_stores()).await;
    let id = house.plan(house.draft(0)).await.unwrap().id;
    for (kind, status) in [("campaign_started", CampaignStatus::Running), ("campaign_ended", CampaignStatus::Ended)] {
        for step in 0..12 {
            // Polled so many times and dropped, as a killed process is at any of its waits.
            let work = store::turn(&house.app);
            tokio::pin!(work);
            for _ in 0..=step {
                if futures::poll!(&mut work).is_ready() {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        }
        store::turn(&house.app).await.unwrap();
        assert_eq!(house.status(id).await, status);
        assert_eq!(house.told().await.iter().filter(|told| told.starts_with(kind)).count(), 1);
        house.clock.advance(TimeDelta::days(1));
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn an_operator_and_the_clock_at_once_agree_in_the_end(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    for _ in 0..10 {
        let id = house.plan(house.draft(0)).await.unwrap().id;
        let (turned, cancelled) = tokio::join!(store::turn(&house.app), house.cancel(id));
        turned.unwrap();
        assert_eq!(cancelled.unwrap().status(), CampaignStatus::Cancelled);
        let told: Vec<_> = house.told().await.into_iter().filter(|told| told.ends_with(&format!(" {id}"))).collect();
        let ran = [format!("campaign_started {id}"), format!("campaign_ended {id}")];
        assert!(told.is_empty() || told == ran, "{told:?}");
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_running_service_turns_by_itself_and_at_once(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let stop = CancellationToken::new();
    let keeping =
        tokio::spawn(named(store::workers(&house.app, &FeedConfig::default()), "campaigns").run(stop.clone()));
    let id = house.plan(house.draft(0)).await.unwrap().id;
    let asked = tokio::time::Instant::now();
    eventually("the beginning", async || house.status(id).await == CampaignStatus::Running).await;
    assert!(asked.elapsed() < std::time::Duration::from_secs(3), "who plans wakes who turns");
    stop.cancel();
    keeping.await.unwrap().unwrap();
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn the_demos_campaigns_are_planned_once_and_begin_like_others(pool: PgPool) {
    let house = House::open(pool).await;
    let words = json!({"name": "Bahar", "text": "Gəldi"});
    let demo = |id: i64, starts: i64| json!({"id": id, "store": "gul-evi", "percent": 10, "startsInHours": starts, "endsInHours": 100, "az": words, "ru": words, "en": words});
    let campaigns = [demo(1, -3), demo(2, 48)];
    house.load_with(&three_stores(), &campaigns).await.unwrap();
    store::turn(&house.app).await.unwrap();
    house.clock.advance(TimeDelta::hours(1));
    house.load_with(&three_stores(), &campaigns).await.unwrap();
    store::turn(&house.app).await.unwrap();
    assert_eq!(house.told().await, ["campaign_started 1"]);
    assert_eq!(house.status(2).await, CampaignStatus::Planned);
    let next = house.plan(CampaignDraft { percent: 1, ..house.draft(1) }).await.unwrap();
    assert_eq!(next.id, 3, "above the loaded ones");
}
