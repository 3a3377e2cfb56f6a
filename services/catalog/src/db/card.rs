//! Reads product cards: products as lists show them.

use kit::Language;
use sqlx::PgConnection;

#[derive(Clone)]
pub struct CardRow {
    pub product_id: i64,
    /// Id of the transaction that last wrote the row (`xmin`).
    pub version: i64,
    pub name: String,
    pub slug: String,
    pub image_url: String,
    /// In qəpik.
    pub price: i64,
    pub price_now: i64,
    pub category_id: i64,
    pub category_name: String,
    pub category_slug: String,
    pub store_id: i64,
    pub store_name: String,
    pub store_slug: String,
    /// In tenths of a star.
    pub rating: i16,
    pub review_count: i64,
    pub available: i64,
    pub has_sizes: bool,
    pub preparation_days: i16,
    /// Index of the request in [`of_each`].
    pub request_index: i64,
}

pub async fn for_products(tx: &mut PgConnection, language: Language, products: &[i64]) -> sqlx::Result<Vec<CardRow>> {
    of_each(tx, &[(language, products)]).await
}

/// Reads the cards of all requests at once, without products that are not for sale.
///
/// `(select …)` hides the arrays' lengths from the planner, which would otherwise plan again for each one.
pub async fn of_each(tx: &mut PgConnection, requests: &[(Language, &[i64])]) -> sqlx::Result<Vec<CardRow>> {
    let indexed_ids =
        requests.iter().zip(0i64..).flat_map(|((_, products), index)| products.iter().map(move |id| (*id, index)));
    let (products, request_indexes): (Vec<_>, Vec<_>) = indexed_ids.unzip();
    let languages: Vec<_> = requests.iter().map(|(language, _)| language.code().to_owned()).collect();
    sqlx::query_as!(
        CardRow,
        r#"select product.product_id, product.xmin::text::bigint as "version!",
                  coalesce(product.name ->> requested.language, product.name ->> 'az') as "name!", product.slug,
                  coalesce(product.pictures[1], '') as "image_url!", product.price, product.price_now,
                  product.category_id,
                  coalesce(product.category_name ->> requested.language, product.category_name ->> 'az')
                      as "category_name!",
                  product.category_slug, product.store_id, product.store_name, product.store_slug, product.rating,
                  product.review_count, product.stock - product.reserved as "available!", product.has_sizes,
                  product.preparation_days, requested.request_index as "request_index!"
           from (
               select product_id, ($1::text[])[request_index + 1] as language, request_index, position
               from unnest((select $2::bigint[]), (select $3::bigint[]))
                   with ordinality as input (product_id, request_index, position)
           ) as requested
           join product on product.product_id = requested.product_id
           where product.is_published and product.store_is_open
           order by requested.position"#,
        &languages,
        &products,
        &request_indexes,
    )
    .fetch_all(tx)
    .await
}
