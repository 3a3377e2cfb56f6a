//! Computes ratings. All reviews are counted each time, because a running total could become wrong.

use sqlx::PgConnection;

/// Locks a product, so that its reviews change one at a time. Returns whether it is for sale.
pub async fn lock(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        r#"select is_published and store_is_open as "is_for_sale!"
           from product
           where product_id = $1
           for no key update"#,
        product,
    )
    .fetch_optional(tx)
    .await
}

pub struct ProductRating {
    pub product_id: i64,
    pub store_id: i64,
    pub is_published: bool,
    pub review_count: i64,
    pub star_sum: i64,
    pub is_changed: bool,
}

/// Returns all `products`, because the sum of stars may change without the rounded mean.
pub async fn recompute(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<ProductRating>> {
    sqlx::query_as!(
        ProductRating,
        r#"with counted as materialized (
             select requested.product_id,
                    coalesce(round(avg(review.rating) * 10), 0)::smallint as rating,
                    count(review.rating) as count,
                    coalesce(sum(review.rating), 0) as star_sum
             from unnest($1::bigint[]) as requested (product_id)
             left join review on review.product_id = requested.product_id and review.state = 'published'
             group by requested.product_id
         ),
         changed as (
             update product
             set rating = counted.rating, review_count = counted.count
             from counted
             where product.product_id = counted.product_id
             and (product.rating, product.review_count) is distinct from (counted.rating, counted.count)
             returning product.product_id
         )
         select product.product_id, product.store_id, product.is_published, counted.count as "review_count!",
                counted.star_sum as "star_sum!", changed.product_id is not null as "is_changed!"
         from counted
         join product on product.product_id = counted.product_id
         left join changed on changed.product_id = counted.product_id
         order by product.product_id"#,
        products,
    )
    .fetch_all(tx)
    .await
}

pub async fn star_counts(tx: &mut PgConnection, product: i64) -> sqlx::Result<[i64; 5]> {
    let rows = sqlx::query!(
        r#"select rating, count(*) as "count!"
           from review
           where product_id = $1 and state = 'published'
           group by rating"#,
        product,
    )
    .fetch_all(tx)
    .await?;
    let mut counts = [0; 5];
    for row in rows {
        if let Some(count) = usize::try_from(row.rating - 1).ok().and_then(|index| counts.get_mut(index)) {
            *count = row.count;
        }
    }
    Ok(counts)
}
