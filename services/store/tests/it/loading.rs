//! The demo's stores: loading twice is loading once, and what changes is announced once.

use chrono::TimeDelta;
use serde_json::Value;
use sqlx::PgPool;
use testkit::database::announced;

use crate::house::{House, opened_at, store, three_stores};

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn every_store_is_announced_once_however_often_it_is_loaded(pool: PgPool) {
    let house = House::loaded(pool.clone(), &three_stores()).await;
    let opened = opened_at(&house, "gul-evi").await;
    assert_eq!(opened, house.clock.now() - TimeDelta::days(900));
    house.clock.advance(TimeDelta::days(3));
    house.load(&three_stores()).await.unwrap();
    assert_eq!(announced(&pool).await, ["store_changed"; 3]);
    assert_eq!(opened_at(&house, "gul-evi").await, opened, "a store does not open anew");
    let payload: Value =
        sqlx::query_scalar("select payload from outbox order by outbox_id limit 1").fetch_one(&pool).await.unwrap();
    assert_eq!(payload, serde_json::json!({"storeId": 1, "name": "Gül evi", "slug": "gul-evi", "isOpen": true}));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn only_the_store_that_changed_is_announced_again(pool: PgPool) {
    let house = House::loaded(pool.clone(), &three_stores()).await;
    let mut changed = three_stores();
    changed[1]["name"] = "Şirin dükan".into();
    house.load(&changed).await.unwrap();
    let last: Value = sqlx::query_scalar("select payload from outbox order by outbox_id desc limit 1")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!((announced(&pool).await.len(), &last["slug"]), (4, &"sirin-ev".into()));
    assert_eq!(house.find("sirin-ev", "az").await.unwrap().name, "Şirin dükan");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_load_that_fails_half_way_leaves_and_announces_nothing(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let twins = [store(1, "gul-evi", "Gül evi", 1), store(2, "gul-evi", "Gül evi", 1)];
    let error = house.load(&twins).await.unwrap_err();
    assert!(format!("{error:#}").contains("store_slug_key"), "{error:#}");
    assert_eq!(announced(&pool).await, [] as [String; 0]);
    assert!(house.find("gul-evi", "az").await.is_err());
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_new_store_gets_an_id_above_the_loaded_ones(pool: PgPool) {
    House::loaded(pool.clone(), &three_stores()).await;
    let id: i64 = sqlx::query_scalar(
        "insert into store (slug, name, about, logo_url, cover_url, opened_at)
         values ('yeni', 'Yeni', '{}', '', '', now())
         returning store_id",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(id, 4);
}
