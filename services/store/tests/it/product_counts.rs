//! Product counts follow what the catalogue announces.

use std::time::Duration;

use sqlx::PgPool;

use crate::{
    house::{House, three_stores},
    neighbours::Catalogue,
};

const GUL: i64 = 1;
const SIRIN: i64 = 2;
const BOTH: [&str; 2] = ["gul-evi", "sirin-ev"];

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn products_are_counted_moved_and_withdrawn(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    for product in 1..=3 {
        catalogue.publish(product, GUL).await;
    }
    catalogue.publish(4, SIRIN).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [3, 1]);

    // A change that is none to the count: a new price, say.
    catalogue.publish(2, GUL).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [3, 1]);

    catalogue.publish(2, SIRIN).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [2, 2]);

    // Withdrawn twice, the second time from where it has never been.
    catalogue.withdraw(2, SIRIN).await;
    catalogue.withdraw(2, GUL).await;
    // One that was never published.
    catalogue.withdraw(77, GUL).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [2, 1]);

    catalogue.publish(2, GUL).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [3, 1]);
}

/// A file is imported: thousands are told of at once, some of them several times.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn what_is_told_in_one_breath_counts_as_if_told_one_by_one(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    catalogue.publish(1, GUL).await;
    catalogue.publish(2, GUL).await;
    catalogue.rate(1, &[5, 5, 4]).await;
    catalogue.rate(2, &[1]).await;
    catalogue.all_is_heard(&house).await;

    // 1 moves and comes back, 2 moves, 3 is withdrawn before anybody saw it, 4 to 99 come, of which every third is the other's.
    let come = (4..100).map(|product| (product, Some(if product % 3 == 0 { SIRIN } else { GUL })));
    let moved = [(1, Some(SIRIN)), (2, Some(SIRIN)), (3, Some(GUL)), (3, None), (1, None), (1, Some(GUL))];
    catalogue.tell(moved.into_iter().chain(come)).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [65, 33]);
    let reviews = async |store| house.find(store, "az").await.unwrap().review_count;
    assert_eq!((reviews("gul-evi").await, reviews("sirin-ev").await), (3, 1), "they go where their products go");

    catalogue.tell((1..100).map(|product| (product, None))).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [0, 0]);
    assert_eq!((reviews("gul-evi").await, reviews("sirin-ev").await), (0, 0));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn two_replicas_count_once(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    catalogue.also_heard_by(&house);
    for product in 1..=60 {
        catalogue.publish(product, if product % 3 == 0 { SIRIN } else { GUL }).await;
    }
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [40, 20]);
}

/// Services start in any order: the catalogue may tell of products before their store is there.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_loaded_after_its_products_counts_them(pool: PgPool) {
    let house = House::open(pool).await;
    let catalogue = Catalogue::heard_by(&house).await;
    catalogue.publish(1, GUL).await;
    catalogue.publish(2, GUL).await;
    catalogue.all_is_heard(&house).await;
    house.load(&three_stores()).await.unwrap();
    assert_eq!(house.counts(BOTH).await, [2, 0]);
    catalogue.withdraw(1, GUL).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.counts(BOTH).await, [1, 0]);
}

/// What the feed does in a transaction that is not over yet: the store it counts up is not there for it, and the product it
/// remembers is not there for the load.
#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_product_that_comes_while_its_store_is_loaded_is_counted(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let mut feed = pool.begin().await.unwrap();
    sqlx::query("insert into store_product (product_id, store_id) values (1, $1)")
        .bind(GUL)
        .execute(&mut *feed)
        .await
        .unwrap();
    let counted_up = sqlx::query("update store set product_count = product_count + 1 where store_id = $1");
    assert_eq!(counted_up.bind(GUL).execute(&mut *feed).await.unwrap().rows_affected(), 0);
    let commit_later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        feed.commit().await.unwrap();
    };
    let stores = three_stores();
    let (loaded, ()) = tokio::join!(house.load(&stores), commit_later);
    loaded.unwrap();
    assert_eq!(house.counts(BOTH).await, [1, 0]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn loading_again_keeps_the_counts(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    catalogue.publish(1, GUL).await;
    catalogue.all_is_heard(&house).await;
    let mut renamed = three_stores();
    renamed[0]["name"] = "Gül bağı".into();
    house.load(&renamed).await.unwrap();
    assert_eq!(house.counts(BOTH).await, [1, 0]);
    assert_eq!(house.find("gul-evi", "az").await.unwrap().name, "Gül bağı");
}
