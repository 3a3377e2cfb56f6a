//! Products that resemble one: of its own category first, then of the categories above it.

use sqlx::PgConnection;

/// How many of a category's most popular products are compared. It bounds the work, however large the category is.
const COMPARED: i64 = 100;
/// More than a shelf shows: of those that look alike only the first is shown.
const FOUND: i64 = 24;

/// Ids of products in stock, the most alike first: the nearest category, then the most field values in common, then the
/// nearest price. Whether they are for sale is checked when their cards are read.
pub async fn to(tx: &mut PgConnection, product: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select candidate.product_id as "product_id!"
           from product as subject
           cross join lateral (
               select popular.product_id, popular.price, popular.popularity, min(category_path.depth) as depth
               from category_path
               join shelf on shelf.category_id = category_path.ancestor_id
               cross join lateral (
                   select product_id, price, popularity, in_stock
                   from shelf_product
                   where shelf_product.shelf_id = shelf.shelf_id
                   order by shelf_product.popularity desc, shelf_product.product_id desc
                   limit $2
               ) as popular
               where category_path.descendant_id = subject.category_id
               and popular.in_stock and popular.product_id <> subject.product_id
               group by popular.product_id, popular.price, popular.popularity
           ) as candidate
           cross join lateral (
               select count(*) as shared
               from product_field as own
               join product_field as other
                   on other.product_id = candidate.product_id and other.key = own.key and other.value = own.value
               where own.product_id = subject.product_id
           ) as common
           where subject.product_id = $1
           order by candidate.depth, common.shared desc,
                    abs(ln(candidate.price::double precision / subject.price_now)),
                    candidate.popularity desc, candidate.product_id desc
           limit $3"#,
        product,
        COMPARED,
        FOUND,
    )
    .fetch_all(tx)
    .await
}
