//! Stores' product counts follow the catalogue's events.

use std::time::Duration;

use sqlx::PgPool;

use crate::{
    fakes::FakeCatalogue,
    test_store::{TestStore, three_stores},
};

const GUL: i64 = 1;
const SIRIN: i64 = 2;
const BOTH: [&str; 2] = ["gul-evi", "sirin-ev"];

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn products_are_counted_moved_and_withdrawn(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    for product in 1..=3 {
        catalogue.publish(product, GUL).await;
    }
    catalogue.publish(4, SIRIN).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [3, 1]);

    // A new price causes an event like this.
    catalogue.publish(2, GUL).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [3, 1]);

    catalogue.publish(2, SIRIN).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [2, 2]);

    // The second withdrawal names a store that no longer sells the product.
    catalogue.withdraw(2, SIRIN).await;
    catalogue.withdraw(2, GUL).await;
    // This product was never published.
    catalogue.withdraw(77, GUL).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [2, 1]);

    catalogue.publish(2, GUL).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [3, 1]);
}

/// An import publishes thousands of events together, several of them for one product.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn events_applied_together_count_as_if_applied_one_by_one(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL).await;
    catalogue.publish(2, GUL).await;
    catalogue.rate(1, &[5, 5, 4]).await;
    catalogue.rate(2, &[1]).await;
    catalogue.wait_until_applied(&service).await;

    // Product 1 moves and comes back, 2 moves, 3 is published and withdrawn. The products 4 to 99 are new, every third
    // of them (32) at the other store.
    let come = (4..100).map(|product| (product, Some(if product % 3 == 0 { SIRIN } else { GUL })));
    let moved = [(1, Some(SIRIN)), (2, Some(SIRIN)), (3, Some(GUL)), (3, None), (1, None), (1, Some(GUL))];
    catalogue.publish_together(moved.into_iter().chain(come)).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [1 + 64, 1 + 32]);
    let reviews = async |store| service.find(store, "az").await.unwrap().review_count;
    assert_eq!((reviews("gul-evi").await, reviews("sirin-ev").await), (3, 1), "reviews move with their product");

    catalogue.publish_together((1..100).map(|product| (product, None))).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [0, 0]);
    assert_eq!((reviews("gul-evi").await, reviews("sirin-ev").await), (0, 0));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn two_replicas_count_each_product_once(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.add_replica(&service);
    for product in 1..=60 {
        catalogue.publish(product, if product % 3 == 0 { SIRIN } else { GUL }).await;
    }
    catalogue.wait_until_applied(&service).await;
    // Every third of 60 is at the other store.
    assert_eq!(service.product_counts(BOTH).await, [40, 20]);
}

/// Services start in any order, so products may be published before their store is loaded.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_loaded_after_its_products_counts_them(pool: PgPool) {
    let service = TestStore::open(pool).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL).await;
    catalogue.publish(2, GUL).await;
    catalogue.wait_until_applied(&service).await;
    service.load(&three_stores()).await.unwrap();
    assert_eq!(service.product_counts(BOTH).await, [2, 0]);
    catalogue.withdraw(1, GUL).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH).await, [1, 0]);
}

/// An event and a concurrent load do not see each other's rows, so the load has to wait for the event's handler. The
/// test repeats the handler's two statements, to hold its transaction open.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_product_published_while_its_store_is_loaded_is_counted(pool: PgPool) {
    let service = TestStore::open(pool.clone()).await;
    let mut feed = kit::db::begin(&pool).await.unwrap();
    sqlx::query("insert into store_product (product_id, store_id) values (1, $1)")
        .bind(GUL)
        .execute(&mut *feed)
        .await
        .unwrap();
    let count_up = sqlx::query("update store set product_count = product_count + 1 where store_id = $1");
    assert_eq!(count_up.bind(GUL).execute(&mut *feed).await.unwrap().rows_affected(), 0);
    let commit_later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        feed.commit().await.unwrap();
    };
    let stores = three_stores();
    let (loaded, ()) = tokio::join!(service.load(&stores), commit_later);
    loaded.unwrap();
    assert_eq!(service.product_counts(BOTH).await, [1, 0]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn loading_again_keeps_the_counts(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL).await;
    catalogue.wait_until_applied(&service).await;
    let mut renamed = three_stores();
    renamed[0]["name"] = "Gül bağı".into();
    service.load(&renamed).await.unwrap();
    assert_eq!(service.product_counts(BOTH).await, [1, 0]);
    assert_eq!(service.find("gul-evi", "az").await.unwrap().name, "Gül bağı");
}
