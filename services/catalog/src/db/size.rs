//! Reads sizes of products for carts. The statement of a product page reads its own sizes (`db/detail.rs`).

use std::collections::HashMap;

use kit::Language;
use sqlx::{PgConnection, types::Json};

/// A size of a product in one language.
#[derive(Clone, serde::Deserialize)]
pub struct SizeRow {
    pub size_id: i64,
    pub product_id: i64,
    pub name: String,
    /// The price before the product's discount.
    pub price: i64,
    /// Units in stock that are not reserved.
    pub available: i64,
    /// The name by language. It is filled only for carts.
    #[serde(default)]
    pub names: HashMap<String, String>,
}

/// Returns the sizes of several requests, each with the index of its request. The arrays' lengths are hidden from the
/// planner, as `card::of_each` explains.
pub async fn of_each(tx: &mut PgConnection, requests: &[(Language, &[i64])]) -> sqlx::Result<Vec<(usize, SizeRow)>> {
    let indexed_ids =
        requests.iter().zip(0i64..).flat_map(|((_, sizes), place)| sizes.iter().map(move |id| (*id, place)));
    let (sizes, places): (Vec<_>, Vec<_>) = indexed_ids.unzip();
    let languages: Vec<_> = requests.iter().map(|(language, _)| language.code().to_owned()).collect();
    let rows = sqlx::query!(
        r#"select place as "place!", product_size.size_id, product_id,
                  coalesce(name ->> ($1::text[])[place + 1], name ->> 'az') as "name!", price, stock - reserved as "available!",
                  name as "names: Json<HashMap<String, String>>"
           from unnest((select $2::bigint[]), (select $3::bigint[])) as wanted (size_id, place)
           join product_size on product_size.size_id = wanted.size_id"#,
        &languages,
        &sizes,
        &places,
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
        (row.place as usize, size)
    });
    Ok(rows.collect())
}
