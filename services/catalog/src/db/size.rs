//! Sizes, by product for its page and by their own ids for baskets.

use kit::Language;
use sqlx::PgConnection;

#[derive(Clone)]
pub struct Row {
    pub size_id: i64,
    pub product_id: i64,
    pub name: String,
    /// Before the product's discount.
    pub price: i64,
    pub available: i64,
}

pub async fn of_product(tx: &mut PgConnection, language: Language, product: i64) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        r#"select size_id, product_id, coalesce(name ->> $1, name ->> 'az') as "name!", price, stock - reserved as "available!"
           from product_size
           where product_id = $2
           order by position"#,
        language.code(),
        product,
    )
    .fetch_all(tx)
    .await
}

pub async fn by_id(tx: &mut PgConnection, language: Language, sizes: &[i64]) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        r#"select size_id, product_id, coalesce(name ->> $1, name ->> 'az') as "name!", price, stock - reserved as "available!"
           from product_size
           where size_id = any ($2)"#,
        language.code(),
        sizes,
    )
    .fetch_all(tx)
    .await
}
