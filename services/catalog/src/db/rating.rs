//! What the published reviews of a product come to. They are counted anew each time: a product has some hundreds, an index
//! holds their stars, and a count that is kept beside would be one more that can be wrong.

use sqlx::PgConnection;

/// Whether it is for sale; locked, so that two who review it take turns.
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

/// What the reviews of a product come to, and whether its rating is another now.
pub struct Rated {
    pub product_id: i64,
    pub store_id: i64,
    pub is_published: bool,
    pub review_count: i64,
    pub star_sum: i64,
    pub is_changed: bool,
}

/// Writes what the reviews of these products come to. One written anew may change the stars, and their mean not enough to
/// be seen.
pub async fn recount(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<Rated>> {
    sqlx::query_as!(
        Rated,
        r#"with counted as materialized (
             select wanted.product_id, coalesce(round(avg(review.rating) * 10), 0)::smallint as rating, count(review.rating) as count,
                    coalesce(sum(review.rating), 0) as star_sum
             from unnest($1::bigint[]) as wanted (product_id)
             left join review on review.product_id = wanted.product_id and review.state = 'published'
             group by wanted.product_id
         ),
         changed as (
             update product
             set rating = counted.rating, review_count = counted.count
             from counted
             where product.product_id = counted.product_id
             and (product.rating, product.review_count) is distinct from (counted.rating, counted.count)
             returning product.product_id
         )
         select product.product_id, product.store_id, product.is_published, counted.count as "review_count!", counted.star_sum as "star_sum!",
                changed.product_id is not null as "is_changed!"
         from counted
         join product on product.product_id = counted.product_id
         left join changed on changed.product_id = counted.product_id
         order by product.product_id"#,
        products,
    )
    .fetch_all(tx)
    .await
}

/// How many gave 1, 2, 3, 4 and 5 stars.
pub async fn stars(tx: &mut PgConnection, product: i64) -> sqlx::Result<[i64; 5]> {
    let rows = sqlx::query!(
        r#"select rating, count(*) as "count!"
           from review
           where product_id = $1 and state = 'published'
           group by rating"#,
        product,
    )
    .fetch_all(tx)
    .await?;
    let mut stars = [0; 5];
    for row in rows {
        if let Some(place) = usize::try_from(row.rating - 1).ok().and_then(|place| stars.get_mut(place)) {
            *place = row.count;
        }
    }
    Ok(stars)
}
