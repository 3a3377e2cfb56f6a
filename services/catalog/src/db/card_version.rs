//! Reads which products of a page are for sale, with the version of each. The card cache (`cards.rs`) compares these
//! versions with those of its cards. Concurrent requests share a statement.

use kit::db::batch;
use sqlx::PgConnection;

/// A product for sale and the version of its row.
pub struct CardVersion {
    pub product_id: i64,
    /// See [`super::card::CardRow::version`].
    pub version: i64,
}

/// The ids of one page's products.
pub struct CardVersionQuery(pub Vec<i64>);

impl batch::BatchQuery for CardVersionQuery {
    type Output = Vec<CardVersion>;

    const MAX_BATCH: usize = 16;
    const IS_SEQUENTIAL: bool = false;

    /// The arrays' lengths are hidden from the planner: see [`super::card::of_each`].
    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Vec<CardVersion>>> {
        let indexed_ids = queries.iter().zip(0i64..);
        let indexed_ids =
            indexed_ids.flat_map(|(Self(products), place)| products.iter().map(move |product| (*product, place)));
        let (products, places): (Vec<_>, Vec<_>) = indexed_ids.unzip();
        let rows = sqlx::query!(
            r#"select picked.place as "place!", product.product_id, product.xmin::text::bigint as "version!"
               from unnest((select $1::bigint[]), (select $2::bigint[])) with ordinality as picked (product_id, place, turn)
               join product on product.product_id = picked.product_id
               where product.is_published and product.store_is_open
               order by picked.turn"#,
            &products,
            &places,
        )
        .fetch_all(tx)
        .await?;
        let mut all_versions: Vec<_> = queries.iter().map(|_| Vec::new()).collect();
        for row in rows {
            if let Some(versions) = all_versions.get_mut(row.place as usize) {
                versions.push(CardVersion { product_id: row.product_id, version: row.version });
            }
        }
        Ok(all_versions)
    }
}
