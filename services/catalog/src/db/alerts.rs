//! Finds products that became cheaper or available again, for `app/alerts.rs`.

use search::Texts;
use sqlx::{PgConnection, types::Json};

pub struct ProductState {
    pub product_id: i64,
    /// In qəpik (1/100 manat).
    pub price_now: i64,
    pub is_available: bool,
}

/// Locks all of `products`, and returns those for sale.
pub async fn lock_states(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<ProductState>> {
    let rows = sqlx::query!(
        r#"select product_id, price_now, stock > reserved as "is_available!",
                  is_published and store_is_open as "is_for_sale!"
           from product
           where product_id = any ($1)
           order by product_id
           for no key update"#,
        products,
    )
    .fetch_all(tx)
    .await?;
    let states = rows.into_iter().filter(|row| row.is_for_sale).map(|row| ProductState {
        product_id: row.product_id,
        price_now: row.price_now,
        is_available: row.is_available,
    });
    Ok(states.collect())
}

pub struct PriceDrop {
    pub product_id: i64,
    /// In qəpik.
    pub from: i64,
    pub to: i64,
    pub name: Json<Texts>,
    pub slug: String,
}

/// `prices` has the former price of each product.
pub async fn price_drops(tx: &mut PgConnection, products: &[i64], prices: &[i64]) -> sqlx::Result<Vec<PriceDrop>> {
    sqlx::query_as!(
        PriceDrop,
        r#"select product.product_id, before.price as "from!", product.price_now as "to",
                  product.name as "name: Json<Texts>", product.slug
           from unnest($1::bigint[], $2::bigint[]) as before (product_id, price)
           join product on product.product_id = before.product_id
           where product.price_now < before.price and product.is_published and product.store_is_open
           order by product.product_id"#,
        products,
        prices,
    )
    .fetch_all(tx)
    .await
}

pub struct BackInStock {
    pub product_id: i64,
    pub name: Json<Texts>,
    pub slug: String,
}

pub async fn back_in_stock(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<BackInStock>> {
    sqlx::query_as!(
        BackInStock,
        r#"select product_id, name as "name: Json<Texts>", slug
           from product
           where product_id = any ($1) and stock > reserved and is_published and store_is_open
           order by product_id"#,
        products,
    )
    .fetch_all(tx)
    .await
}
