//! Product counts per store, from the catalogue's events.

use std::time::Duration;

use sqlx::PgPool;

use crate::{
    fakes::FakeCatalogue,
    test_store::{GUL_EVI, SIRIN_EV, TestStore, three_stores},
};

const BOTH_STORES: [&str; 2] = ["gul-evi", "sirin-ev"];

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn products_are_counted_moved_and_withdrawn(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    for product in 1..=3 {
        catalogue.publish(product, GUL_EVI).await;
    }
    catalogue.publish(4, SIRIN_EV).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [3, 1]);

    // A price change publishes the product again.
    catalogue.publish(2, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [3, 1]);

    catalogue.publish(2, SIRIN_EV).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [2, 2]);

    // This store no longer sells the product.
    catalogue.withdraw(2, SIRIN_EV).await;
    catalogue.withdraw(2, GUL_EVI).await;
    // Never published.
    catalogue.withdraw(77, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [2, 1]);

    catalogue.publish(2, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [3, 1]);
}

/// An import publishes thousands of events together, several of them about one product.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn events_applied_together_count_as_if_applied_one_by_one(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL_EVI).await;
    catalogue.publish(2, GUL_EVI).await;
    catalogue.rate(1, &[5, 5, 4]).await;
    catalogue.rate(2, &[1]).await;
    catalogue.wait_until_applied(&service).await;

    // Product 1 moves and comes back, 2 moves, 3 is published and withdrawn. Of the 96 new products, Şirin ev sells 32.
    let new = (4..100).map(|product| (product, Some(if product % 3 == 0 { SIRIN_EV } else { GUL_EVI })));
    let moved =
        [(1, Some(SIRIN_EV)), (2, Some(SIRIN_EV)), (3, Some(GUL_EVI)), (3, None), (1, None), (1, Some(GUL_EVI))];
    catalogue.publish_together(moved.into_iter().chain(new)).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [1 + 64, 1 + 32]);
    let reviews = async |store| service.find(store, "az").await.unwrap().review_count;
    assert_eq!((reviews("gul-evi").await, reviews("sirin-ev").await), (3, 1), "reviews move with their product");

    catalogue.publish_together((1..100).map(|product| (product, None))).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [0, 0]);
    assert_eq!((reviews("gul-evi").await, reviews("sirin-ev").await), (0, 0));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn two_replicas_count_each_product_once(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.add_replica(&service);
    for product in 1..=60 {
        catalogue.publish(product, if product % 3 == 0 { SIRIN_EV } else { GUL_EVI }).await;
    }
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [40, 20]);
}

/// Services start in any order.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_loaded_after_its_products_counts_them(pool: PgPool) {
    let service = TestStore::open(pool).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL_EVI).await;
    catalogue.publish(2, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    service.load(&three_stores()).await.unwrap();
    assert_eq!(service.product_counts(BOTH_STORES).await, [2, 0]);
    catalogue.withdraw(1, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.product_counts(BOTH_STORES).await, [1, 0]);
}

/// The load must wait for the handler's transaction, which it cannot see. The test runs the handler's statements itself
/// to keep the transaction open.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_product_published_while_its_store_is_loaded_is_counted(pool: PgPool) {
    let service = TestStore::open(pool.clone()).await;
    let mut handler_tx = kit::db::begin(&pool).await.unwrap();
    sqlx::query("insert into store_product (product_id, store_id) values (1, $1)")
        .bind(GUL_EVI)
        .execute(&mut *handler_tx)
        .await
        .unwrap();
    let count_up = sqlx::query("update store set product_count = product_count + 1 where store_id = $1");
    assert_eq!(count_up.bind(GUL_EVI).execute(&mut *handler_tx).await.unwrap().rows_affected(), 0);
    let commit_later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        handler_tx.commit().await.unwrap();
    };
    let stores = three_stores();
    let (loaded, ()) = tokio::join!(service.load(&stores), commit_later);
    loaded.unwrap();
    assert_eq!(service.product_counts(BOTH_STORES).await, [1, 0]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn loading_again_keeps_the_counts(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    let mut renamed = three_stores();
    renamed[0]["name"] = "Gül bağı".into();
    service.load(&renamed).await.unwrap();
    assert_eq!(service.product_counts(BOTH_STORES).await, [1, 0]);
    assert_eq!(service.find("gul-evi", "az").await.unwrap().name, "Gül bağı");
}
