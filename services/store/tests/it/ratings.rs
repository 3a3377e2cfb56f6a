//! What is thought of a store is what is thought of its products.

use sqlx::PgPool;

use crate::{
    house::{House, three_stores},
    neighbours::Catalogue,
};

const GUL: i64 = 1;
const SIRIN: i64 = 2;

impl House {
    /// In tenths of a star, and of how many reviews.
    async fn rated(&self, store: &str) -> (i64, i64) {
        let page = self.find(store, "az").await.unwrap();
        ((page.rating * 10.0).round() as i64, page.review_count)
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_is_rated_by_all_reviews_of_what_it_sells(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    catalogue.publish(1, GUL).await;
    catalogue.publish(2, GUL).await;
    catalogue.rate(1, &[5, 5, 4]).await;
    catalogue.rate(2, &[1]).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.rated("gul-evi").await, (38, 4), "15 stars of 4 reviews");

    // A review is written anew, another is taken back.
    catalogue.rate(1, &[5, 5]).await;
    catalogue.rate(2, &[3]).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.rated("gul-evi").await, (43, 3));

    catalogue.rate(1, &[]).await;
    catalogue.rate(2, &[]).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.rated("gul-evi").await, (0, 0));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn reviews_come_and_go_with_their_product(pool: PgPool) {
    let house = House::loaded(pool, &three_stores()).await;
    let catalogue = Catalogue::heard_by(&house).await;
    // What is thought of it may be told before it is for sale.
    catalogue.rate(1, &[5, 4]).await;
    catalogue.publish(1, GUL).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.rated("gul-evi").await, (45, 2));
    catalogue.publish(1, SIRIN).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!((house.rated("gul-evi").await, house.rated("sirin-ev").await), ((0, 0), (45, 2)));
    catalogue.withdraw(1, SIRIN).await;
    catalogue.rate(1, &[5]).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.rated("sirin-ev").await, (0, 0));
    catalogue.publish(1, SIRIN).await;
    catalogue.all_is_heard(&house).await;
    assert_eq!(house.rated("sirin-ev").await, (50, 1));
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_store_that_comes_late_has_the_reviews_that_came_before(pool: PgPool) {
    let house = House::open(pool).await;
    let catalogue = Catalogue::heard_by(&house).await;
    catalogue.publish(1, GUL).await;
    catalogue.rate(1, &[5, 4, 3]).await;
    catalogue.all_is_heard(&house).await;
    house.load(&three_stores()).await.unwrap();
    assert_eq!((house.rated("gul-evi").await, house.rated("sirin-ev").await), ((40, 3), (0, 0)));
}
