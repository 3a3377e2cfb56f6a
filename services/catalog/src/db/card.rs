//! Reads product cards: products as lists show them. A card is one row, read by its key. The product's row has copies
//! of the names of its category and store, which triggers keep up to date (`migrations/catalog/0002_schema.sql`).

use kit::Language;
use sqlx::PgConnection;

/// A product card in one language.
#[derive(Clone)]
pub struct CardRow {
    pub product_id: i64,
    /// Id of the transaction that last wrote the row (`xmin`).
    pub version: i64,
    pub name: String,
    pub slug: String,
    pub image_url: String,
    /// In qəpik, like all amounts of money.
    pub price: i64,
    /// The price with the discount that applies now.
    pub price_now: i64,
    pub category_id: i64,
    pub category_name: String,
    pub category_slug: String,
    pub store_id: i64,
    pub store_name: String,
    pub store_slug: String,
    /// Rating in tenths of a star.
    pub rating: i16,
    pub review_count: i64,
    /// Units in stock that are not reserved.
    pub available: i64,
    pub has_sizes: bool,
    pub preparation_days: i16,
    /// Index of the request in `requests`.
    pub place: i64,
}

/// Returns cards in the order of `products`.
pub async fn for_products(tx: &mut PgConnection, language: Language, products: &[i64]) -> sqlx::Result<Vec<CardRow>> {
    of_each(tx, &[(language, products)]).await
}

/// Returns the cards of several requests in one result. Leaves out withdrawn products and products of closed stores.
///
/// `(select …)` in the statement hides the arrays' lengths from the planner, which would otherwise plan again for each
/// short array. Planning takes longer than reading the rows.
pub async fn of_each(tx: &mut PgConnection, requests: &[(Language, &[i64])]) -> sqlx::Result<Vec<CardRow>> {
    let products_with_place =
        || requests.iter().zip(0i64..).flat_map(|((_, products), place)| products.iter().map(move |id| (*id, place)));
    let (products, places): (Vec<_>, Vec<_>) = products_with_place().unzip();
    let languages: Vec<_> = requests.iter().map(|(language, _)| language.code().to_owned()).collect();
    sqlx::query_as!(
        CardRow,
        r#"select product.product_id, product.xmin::text::bigint as "version!",
                  coalesce(product.name ->> picked.language, product.name ->> 'az') as "name!", product.slug,
                  coalesce(product.pictures[1], '') as "image_url!", product.price, product.price_now, product.category_id,
                  coalesce(product.category_name ->> picked.language, product.category_name ->> 'az') as "category_name!",
                  product.category_slug, product.store_id, product.store_name, product.store_slug, product.rating,
                  product.review_count, product.stock - product.reserved as "available!", product.has_sizes, product.preparation_days,
                  picked.place as "place!"
           from (
               select product_id, ($1::text[])[place + 1] as language, place, turn
               from unnest((select $2::bigint[]), (select $3::bigint[])) with ordinality as given (product_id, place, turn)
           ) as picked
           join product on product.product_id = picked.product_id
           where product.is_published and product.store_is_open
           order by picked.turn"#,
        &languages,
        &products,
        &places,
    )
    .fetch_all(tx)
    .await
}
