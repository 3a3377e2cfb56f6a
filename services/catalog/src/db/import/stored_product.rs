//! Finds and locks the products that an import changes, and allocates ids of new ones.

use std::collections::HashMap;

use sqlx::PgConnection;

pub struct StoredProduct {
    pub product_id: i64,
    pub digest: Option<Vec<u8>>,
    pub import_job_id: Option<i64>,
    pub line: Option<i64>,
}

pub async fn stored_products(tx: &mut PgConnection, slugs: &[&str]) -> sqlx::Result<HashMap<String, StoredProduct>> {
    let rows = sqlx::query!(
        r#"select product.slug as "slug!", product.product_id as "product_id!", product_source.digest as "digest?",
                  product_source.import_job_id as "import_job_id?", product_source.line as "line?"
           from unnest($1::text[]) as requested (slug)
           join product on product.slug = requested.slug
           left join product_source on product_source.product_id = product.product_id"#,
        slugs as &[&str],
    )
    .fetch_all(tx)
    .await?;
    let stored = rows.into_iter().map(|row| {
        let product = StoredProduct {
            product_id: row.product_id,
            digest: row.digest,
            import_job_id: row.import_job_id,
            line: row.line,
        };
        (row.slug, product)
    });
    Ok(stored.collect())
}

/// Locks products by id, like every writer of several products.
pub async fn lock_products(tx: &mut PgConnection, slugs: &[&str]) -> sqlx::Result<()> {
    sqlx::query!(
        "select product_id from product where slug = any ($1) order by product_id for no key update",
        slugs as &[&str],
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

pub async fn allocate_ids(tx: &mut PgConnection, count: usize) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"with sequence as materialized (
             select pg_get_serial_sequence('product', 'product_id')::regclass as name
         )
         select nextval(sequence.name) as "id!" from sequence, generate_series(1, $1)"#,
        count as i64,
    )
    .fetch_all(tx)
    .await
}

/// `products` are pairs of id and line.
pub async fn confirm_sources(tx: &mut PgConnection, job: i64, products: &[(i64, i64)]) -> sqlx::Result<()> {
    let (products, lines): (Vec<_>, Vec<_>) = products.iter().copied().unzip();
    sqlx::query!(
        "update product_source
         set import_job_id = $1, line = confirmed.line
         from unnest($2::bigint[], $3::bigint[]) as confirmed (product_id, line)
         where product_source.product_id = confirmed.product_id",
        job,
        &products,
        &lines,
    )
    .execute(tx)
    .await?;
    Ok(())
}
