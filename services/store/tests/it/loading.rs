//! The command `load`.

use chrono::TimeDelta;
use serde_json::Value;
use sqlx::PgPool;
use testkit::database::announced;

use crate::test_store::{TestStore, opened_at, store, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn loading_again_publishes_no_event_for_an_unchanged_store(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    let opened = opened_at(&service, "gul-evi").await;
    assert_eq!(opened, service.clock.now() - TimeDelta::days(900));
    service.clock.advance(TimeDelta::days(3));
    service.load(&three_stores()).await.unwrap();
    assert_eq!(announced(&pool).await, ["store_changed"; 3]);
    assert_eq!(opened_at(&service, "gul-evi").await, opened, "the second load keeps the opening date");
    let payload: Value =
        sqlx::query_scalar("select payload from outbox order by outbox_id limit 1").fetch_one(&pool).await.unwrap();
    assert_eq!(payload, serde_json::json!({"storeId": 1, "name": "Gül evi", "slug": "gul-evi", "isOpen": true}));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_a_changed_store_is_published_again(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &three_stores()).await;
    let mut changed = three_stores();
    changed[1]["name"] = "Şirin dükan".into();
    service.load(&changed).await.unwrap();
    let last_event: Value = sqlx::query_scalar("select payload from outbox order by outbox_id desc limit 1")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(announced(&pool).await.len(), 3 + 1, "three events of the first load, and one of the second");
    assert_eq!(last_event["slug"], "sirin-ev");
    assert_eq!(service.find("sirin-ev", "az").await.unwrap().name, "Şirin dükan");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_failed_load_stores_and_publishes_nothing(pool: PgPool) {
    let service = TestStore::open(pool.clone()).await;
    let duplicates = [store(1, "gul-evi", "Gül evi", 1), store(2, "gul-evi", "Gül evi", 1)];
    let error = service.load(&duplicates).await.unwrap_err();
    assert!(format!("{error:#}").contains("store_slug_key"), "{error:#}");
    assert_eq!(announced(&pool).await, [] as [String; 0]);
    assert!(service.find("gul-evi", "az").await.is_err());
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_new_store_gets_an_id_above_the_loaded_ones(pool: PgPool) {
    TestStore::loaded(pool.clone(), &three_stores()).await;
    let id: i64 = sqlx::query_scalar(
        "insert into store (slug, name, about, logo_url, cover_url, opened_at)
         values ('yeni', 'Yeni', '{\"az\": \"\"}', '', '', now())
         returning store_id",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(id, 4, "the loaded stores have the ids 1 to 3");
}
