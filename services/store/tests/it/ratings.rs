//! Store ratings: the average stars of all reviews of a store's products.

use sqlx::PgPool;

use crate::{
    fakes::FakeCatalogue,
    test_store::{GUL_EVI, SIRIN_EV, TestStore, three_stores},
};

impl TestStore {
    /// Returns the average in tenths of a star, and the number of reviews.
    async fn rating_of(&self, store: &str) -> (i64, i64) {
        let found = self.find(store, "az").await.unwrap();
        ((found.rating * 10.0).round() as i64, found.review_count)
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_is_rated_by_all_reviews_of_its_products(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL_EVI).await;
    catalogue.publish(2, GUL_EVI).await;
    catalogue.rate(1, &[5, 5, 4]).await;
    catalogue.rate(2, &[1]).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.rating_of("gul-evi").await, (38, 4), "15 stars in 4 reviews are 3.8 stars on average");

    // Product 1 loses a review, and the one of product 2 changes.
    catalogue.rate(1, &[5, 5]).await;
    catalogue.rate(2, &[3]).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.rating_of("gul-evi").await, (43, 3));

    catalogue.rate(1, &[]).await;
    catalogue.rate(2, &[]).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.rating_of("gul-evi").await, (0, 0));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn reviews_move_with_their_product(pool: PgPool) {
    let service = TestStore::loaded(pool, &three_stores()).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    // A rating may be published before its product.
    catalogue.rate(1, &[5, 4]).await;
    catalogue.publish(1, GUL_EVI).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.rating_of("gul-evi").await, (45, 2));

    catalogue.publish(1, SIRIN_EV).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!((service.rating_of("gul-evi").await, service.rating_of("sirin-ev").await), ((0, 0), (45, 2)));

    // A review of a withdrawn product counts once the product returns.
    catalogue.withdraw(1, SIRIN_EV).await;
    catalogue.rate(1, &[5]).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.rating_of("sirin-ev").await, (0, 0));
    catalogue.publish(1, SIRIN_EV).await;
    catalogue.wait_until_applied(&service).await;
    assert_eq!(service.rating_of("sirin-ev").await, (50, 1));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_loaded_after_its_reviews_counts_them(pool: PgPool) {
    let service = TestStore::open(pool).await;
    let catalogue = FakeCatalogue::connect(&service).await;
    catalogue.publish(1, GUL_EVI).await;
    catalogue.rate(1, &[5, 4, 3]).await;
    catalogue.wait_until_applied(&service).await;
    service.load(&three_stores()).await.unwrap();
    assert_eq!((service.rating_of("gul-evi").await, service.rating_of("sirin-ev").await), ((40, 3), (0, 0)));
}
