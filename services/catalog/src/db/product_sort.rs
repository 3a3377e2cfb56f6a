//! Sorts products like the search index, without it. Ids break ties.

use sqlx::PgConnection;

use search::Sort;

pub async fn sorted(tx: &mut PgConnection, products: &[i64], sort: Sort) -> sqlx::Result<Vec<i64>> {
    let key = match sort {
        Sort::Popular | Sort::Relevance => "popular",
        Sort::Newest => "newest",
        Sort::PriceAsc => "price_asc",
        Sort::PriceDesc => "price_desc",
        Sort::Rating => "rating",
        Sort::Soonest => "soonest",
    };
    sqlx::query_scalar!(
        "select product_id
         from product
         where product_id = any ($1) and is_published and store_is_open
         order by case when $2 = 'soonest' then preparation_days end,
                  case when $2 in ('popular', 'soonest') then rank end desc,
                  case when $2 = 'newest' then published_at end desc,
                  case when $2 = 'price_asc' then price_now end,
                  case when $2 = 'price_desc' then price_now end desc,
                  case when $2 = 'rating' then rating end desc,
                  case when $2 = 'rating' then review_count end desc,
                  case when $2 = 'price_asc' then product_id end,
                  product_id desc",
        products,
        key,
    )
    .fetch_all(tx)
    .await
}
