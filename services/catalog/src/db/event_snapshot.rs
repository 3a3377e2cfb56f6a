//! Reads the current state, from which new subscribers of the event feed start.

use sqlx::PgConnection;

pub struct PublishedProduct {
    pub product_id: i64,
    pub store_id: i64,
}

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
