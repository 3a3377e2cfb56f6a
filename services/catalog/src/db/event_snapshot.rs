//! Reads the current state of products for the snapshot of the event feed, which gives a new subscriber the state
//! instead of all past events. Pages follow each other by id.

use sqlx::PgConnection;

pub struct PublishedProduct {
    pub product_id: i64,
    pub store_id: i64,
}

/// Returns published products with an id above `after`.
pub async fn published(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<PublishedProduct>> {
    sqlx::query_as!(
        PublishedProduct,
        "select product_id, store_id
         from product
         where product_id > $1 and is_published
         order by product_id
         limit $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub struct RatedProduct {
    pub product_id: i64,
    pub review_count: i64,
    pub star_sum: i64,
}

/// Returns products with published reviews and an id above `after`, with the number of their reviews and the sum of
/// their stars.
pub async fn rated(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<RatedProduct>> {
    sqlx::query_as!(
        RatedProduct,
        r#"select product_id, count(*) as "review_count!", sum(rating)::bigint as "star_sum!"
           from review
           where product_id > $1 and state = 'published'
           group by product_id
           order by product_id
           limit $2"#,
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}
