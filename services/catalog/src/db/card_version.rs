//! Reads the versions of products for the card cache (`cards.rs`). Concurrent requests share a statement.

use kit::db::batch;
use sqlx::PgConnection;

pub struct CardVersion {
    pub product_id: i64,
    /// See [`super::card::CardRow::version`].
    pub version: i64,
}

pub struct CardVersionQuery(pub Vec<i64>);

impl batch::BatchQuery for CardVersionQuery {
    type Output = Vec<CardVersion>;

    /// A request has many products.
    const MAX_BATCH: usize = 16;
    /// Reads may run concurrently.
    const IS_SEQUENTIAL: bool = false;

    /// [`super::card::of_each`] explains `(select …)`.
    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Vec<CardVersion>>> {
        let indexed_queries = queries.iter().zip(0i64..);
        let indexed_ids =
            indexed_queries.flat_map(|(Self(products), index)| products.iter().map(move |product| (*product, index)));
        let (products, request_indexes): (Vec<_>, Vec<_>) = indexed_ids.unzip();
        let rows = sqlx::query!(
            r#"select requested.request_index as "request_index!", product.product_id,
                      product.xmin::text::bigint as "version!"
               from unnest((select $1::bigint[]), (select $2::bigint[]))
                   with ordinality as requested (product_id, request_index, position)
               join product on product.product_id = requested.product_id
               where product.is_published and product.store_is_open
               order by requested.position"#,
            &products,
            &request_indexes,
        )
        .fetch_all(tx)
        .await?;
        let mut all_versions: Vec<_> = queries.iter().map(|_| Vec::new()).collect();
        for row in rows {
            if let Some(versions) = all_versions.get_mut(row.request_index as usize) {
                versions.push(CardVersion { product_id: row.product_id, version: row.version });
            }
        }
        Ok(all_versions)
    }
}
