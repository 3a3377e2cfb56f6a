//! Sizes by their own ids, for baskets; a product's page brings its own (`detail`).

use kit::Language;
use sqlx::PgConnection;

#[derive(Clone, serde::Deserialize)]
pub struct Row {
    pub size_id: i64,
    pub product_id: i64,
    pub name: String,
    /// Before the product's discount.
    pub price: i64,
    pub available: i64,
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
