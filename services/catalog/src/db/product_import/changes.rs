//! Stores the products that an import has written, for an undo.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

pub struct Before {
    pub product_id: i64,
    /// The product's former line, or `None` for a new product.
    pub before: Option<Value>,
}

/// Stores the versions of the products, which this transaction has written.
pub async fn insert(
    tx: &mut PgConnection,
    import: i64,
    products: &[Before],
    written_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let ids: Vec<_> = products.iter().map(|product| product.product_id).collect();
    let before: Vec<_> = products.iter().map(|product| product.before.clone()).collect();
    sqlx::query!(
        "insert into product_import_change (product_import_id, product_id, before, version, written_at)
         select $1, product.product_id, new.before, product.version, $4
         from unnest($2::bigint[], $3::jsonb[]) as new (product_id, before)
         join product on product.product_id = new.product_id",
        import,
        &ids,
        &before as &[Option<Value>],
        written_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct WrittenProduct {
    pub product_id: i64,
    pub before: Option<Value>,
    /// The version after the import.
    pub version: i64,
    /// `None` if the product is deleted.
    pub current_version: Option<i64>,
    /// Whether orders, reviews, likes or lists refer to the product.
    pub is_referenced: bool,
}

/// Locks the next products in id order.
pub async fn lock_next(tx: &mut PgConnection, import: i64, limit: i64) -> sqlx::Result<Vec<WrittenProduct>> {
    let ids = sqlx::query_scalar!(
        "select product_id
         from product_import_change
         where product_import_id = $1 and not is_kept
         order by product_id
         limit $2",
        import,
        limit,
    )
    .fetch_all(&mut *tx)
    .await?;
    sqlx::query!("select product_id from product where product_id = any ($1) order by product_id for update", &ids)
        .fetch_all(&mut *tx)
        .await?;
    sqlx::query_as!(
        WrittenProduct,
        r#"select import_change.product_id, import_change.before, import_change.version,
                  product.version as "current_version?",
                  exists (select from reservation_line as line where line.product_id = import_change.product_id)
                  or exists (select from review where review.product_id = import_change.product_id)
                  or exists (select from product_like where product_like.product_id = import_change.product_id)
                  or exists (select from product_list_item as item where item.product_id = import_change.product_id)
                      as "is_referenced!"
           from product_import_change as import_change
           left join product on product.product_id = import_change.product_id
           where import_change.product_import_id = $1 and import_change.product_id = any ($2)
           order by import_change.product_id"#,
        import,
        &ids,
    )
    .fetch_all(tx)
    .await
}

pub async fn keep(tx: &mut PgConnection, import: i64, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import_change set is_kept = true where product_import_id = $1 and product_id = any ($2)",
        import,
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn forget(tx: &mut PgConnection, import: i64, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_import_change where product_import_id = $1 and product_id = any ($2)",
        import,
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the id and the store of each product.
pub async fn delete_products(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<(i64, i64)>> {
    let rows =
        sqlx::query!("delete from product where product_id = any ($1) returning product_id, store_id", products,)
            .fetch_all(tx)
            .await?;
    Ok(rows.into_iter().map(|row| (row.product_id, row.store_id)).collect())
}

/// The stock of a product, or of its size at `position`.
pub struct StockNow {
    pub product_id: i64,
    pub position: Option<i32>,
    pub stock: i64,
    /// Units that the import has added.
    pub imported: i64,
}

pub async fn stocks(tx: &mut PgConnection, import: i64, products: &[i64]) -> sqlx::Result<HashMap<i64, Vec<StockNow>>> {
    let rows = sqlx::query_as!(
        StockNow,
        r#"select product.product_id, product_size.position as "position?",
                  coalesce(product_size.stock, product.stock) as "stock!",
                  coalesce((
                      select sum(change)::bigint
                      from stock_movement
                      where stock_movement.product_id = product.product_id
                      and stock_movement.moved_at = import_change.written_at
                      and stock_movement.kind = 'imported'
                      and stock_movement.size_id is not distinct from product_size.size_id), 0) as "imported!"
           from product_import_change as import_change
           join product on product.product_id = import_change.product_id
           left join product_size on product_size.product_id = product.product_id and product.has_sizes
           where import_change.product_import_id = $1 and import_change.product_id = any ($2)"#,
        import,
        products,
    )
    .fetch_all(tx)
    .await?;
    let mut stocks: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        stocks.entry(row.product_id).or_default().push(row);
    }
    Ok(stocks)
}

pub struct KeptRow {
    pub product_id: i64,
    pub slug: String,
}

pub async fn kept(tx: &mut PgConnection, import: i64, after: i64, limit: i64) -> sqlx::Result<Vec<KeptRow>> {
    sqlx::query_as!(
        KeptRow,
        "select import_change.product_id, product.slug
         from product_import_change as import_change
         join product on product.product_id = import_change.product_id
         where import_change.product_import_id = $1 and import_change.is_kept and import_change.product_id > $2
         order by import_change.product_id
         limit $3",
        import,
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}
