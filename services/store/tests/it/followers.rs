//! Pages of a store's followers, which the notification service reads.

use chrono::TimeDelta;
use prost_types::Timestamp;
use proto::{json::to_timestamp, store::FollowersRequest};
use sqlx::{AssertSqlSafe, PgPool, types::Json};

use crate::test_store::{AccountId, GUL_EVI, TestStore, refusal, three_stores};

impl TestStore {
    async fn page_of_followers(&self, after: i64, limit: i64, before: Timestamp) -> Vec<i64> {
        let request = FollowersRequest { store_id: GUL_EVI, after, limit, before: Some(before) };
        self.stores().followers(request).await.unwrap().into_inner().account_ids
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn pages_contain_exactly_the_followers_before_a_time(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    for account in [9, 3, 7, 1, 5] {
        service.follow(AccountId(account), "gul-evi").await.unwrap();
    }
    service.follow(AccountId(4), "sirin-ev").await.unwrap();
    service.clock.advance(TimeDelta::seconds(1));
    let before = to_timestamp(service.clock.now());
    service.follow(AccountId(2), "gul-evi").await.unwrap();
    assert_eq!(service.page_of_followers(0, 2, before).await, [1, 3]);
    assert_eq!(service.page_of_followers(3, 2, before).await, [5, 7]);
    assert_eq!(service.page_of_followers(7, 2, before).await, [9]);
    assert_eq!(service.page_of_followers(9, 2, before).await, [0_i64; 0]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_page_without_time_or_with_an_invalid_limit_is_refused(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let before = Some(to_timestamp(service.clock.now()));
    for (limit, before, expected) in [
        (0, before, "validation_failed limit: out_of_range"),
        (10_001, before, "validation_failed limit: out_of_range"),
        (10, None, "validation_failed before: required"),
    ] {
        let request = FollowersRequest { store_id: GUL_EVI, after: 0, limit, before };
        assert_eq!(refusal(service.stores().followers(request).await), expected);
    }
}

/// Holds even if PostgreSQL cached the plan while the table was empty.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_page_of_many_followers_reads_only_itself(pool: PgPool) {
    TestStore::loaded(pool.clone(), &three_stores()).await;
    let mut tx = kit::db::begin(&pool).await.unwrap();
    let page_query = "select count(*) from followers_of(1, $1, now(), 1000)";
    // PostgreSQL caches a generic plan after a few executions.
    for _ in 0..10 {
        assert_eq!(sqlx::query_scalar::<_, i64>(page_query).bind(0_i64).fetch_one(&mut *tx).await.unwrap(), 0);
    }
    // Every third of 60,000 accounts follows Gül evi.
    sqlx::raw_sql(
        "insert into follower (store_id, account_id, followed_at)
         select 1 + number % 3, number, now() - interval '1 day' from generate_series(1, 60000) as number",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    for after in [0_i64, 54_000] {
        assert_eq!(sqlx::query_scalar::<_, i64>(page_query).bind(after).fetch_one(&mut *tx).await.unwrap(), 1000);
        let explain = format!("explain (analyze, buffers, format json) {page_query}");
        let Json(plan): Json<serde_json::Value> =
            sqlx::query_scalar(AssertSqlSafe(explain)).bind(after).fetch_one(&mut *tx).await.unwrap();
        let buffers = plan.pointer("/0/Plan/Shared Hit Blocks").and_then(serde_json::Value::as_u64).unwrap();
        // The whole table has far more buffers.
        assert!((1..60).contains(&buffers), "read {buffers} buffers after {after}");
    }
}
