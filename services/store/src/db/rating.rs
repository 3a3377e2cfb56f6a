//! Reviews per product, as published by the catalogue.

use sqlx::PgConnection;

/// Counts, or a difference of counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reviews {
    pub count: i64,
    /// Sum of the stars of all reviews.
    pub stars: i64,
}

pub async fn find(tx: &mut PgConnection, product: i64) -> sqlx::Result<Reviews> {
    let rating = sqlx::query_as!(
        Reviews,
        "select review_count as count, star_sum as stars from product_rating where product_id = $1",
        product
    );
    Ok(rating.fetch_optional(tx).await?.unwrap_or_default())
}

/// The caller updates the counts of the store.
pub async fn save(tx: &mut PgConnection, product: i64, reviews: Reviews) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product_rating (product_id, review_count, star_sum)
         values ($1, $2, $3)
         on conflict (product_id) do update
         set review_count = excluded.review_count, star_sum = excluded.star_sum",
        product,
        reviews.count,
        reviews.stars,
    )
    .execute(tx)
    .await?;
    Ok(())
}
