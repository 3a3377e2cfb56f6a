//! Reads the sizes of products for carts.

use std::collections::HashMap;

use kit::Language;
use sqlx::{PgConnection, types::Json};

#[derive(Clone, serde::Deserialize)]
pub struct SizeRow {
    pub size_id: i64,
    pub product_id: i64,
    pub name: String,
    /// Before the product's discount.
    pub price: i64,
    /// In stock and not reserved.
    pub available: i64,
    /// By language. Filled only for carts.
    #[serde(default)]
    pub names: HashMap<String, String>,
}

/// Returns each size with the index of its request. `card::of_each` explains `(select …)`.
pub async fn of_each(tx: &mut PgConnection, requests: &[(Language, &[i64])]) -> sqlx::Result<Vec<(usize, SizeRow)>> {
    let indexed_ids =
        requests.iter().zip(0i64..).flat_map(|((_, sizes), index)| sizes.iter().map(move |id| (*id, index)));
    let (sizes, request_indexes): (Vec<_>, Vec<_>) = indexed_ids.unzip();
    let languages: Vec<_> = requests.iter().map(|(language, _)| language.code().to_owned()).collect();
    let rows = sqlx::query!(
        r#"select request_index as "request_index!", product_size.size_id, product_id,
                  coalesce(name ->> ($1::text[])[request_index + 1], name ->> 'az') as "name!",
                  price, stock - reserved as "available!",
                  name as "names: Json<HashMap<String, String>>"
           from unnest((select $2::bigint[]), (select $3::bigint[])) as requested (size_id, request_index)
           join product_size on product_size.size_id = requested.size_id"#,
        &languages,
        &sizes,
        &request_indexes,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter().map(|row| {
        let size = SizeRow {
            size_id: row.size_id,
            product_id: row.product_id,
            name: row.name,
            price: row.price,
            available: row.available,
            names: row.names.0,
        };
        (row.request_index as usize, size)
    });
    Ok(rows.collect())
}
