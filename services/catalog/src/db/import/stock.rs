//! Records the changes of stock by an import as movements.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct ItemStock {
    product_id: i64,
    size_id: Option<i64>,
    stock: i64,
}

/// For a product with sizes, the item without a size has only the stock that exceeds the sum of the sizes.
pub async fn item_stocks(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<ItemStock>> {
    sqlx::query_as!(
        ItemStock,
        r#"select product_id as "product_id!", size_id, stock as "stock!"
           from product_size
           where product_id = any ($1)
           union all
           select product_id, null,
                  stock - (
                      select coalesce(sum(stock), 0)
                      from product_size
                      where product_size.product_id = product.product_id
                  )::bigint
           from product
           where product_id = any ($1)"#,
        products,
    )
    .fetch_all(tx)
    .await
}

/// The caller has read `before` under the lock.
pub async fn record_changes(
    tx: &mut PgConnection,
    products: &[i64],
    before: &[ItemStock],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let after = item_stocks(tx, products).await?;
    // Their sum is the stock after minus the stock before.
    let signed_stocks =
        || before.iter().map(|item| (item, -item.stock)).chain(after.iter().map(|item| (item, item.stock)));
    let ids: Vec<_> = signed_stocks().map(|(item, _)| item.product_id).collect();
    let sizes: Vec<_> = signed_stocks().map(|(item, _)| item.size_id).collect();
    let stocks: Vec<_> = signed_stocks().map(|(_, stock)| stock).collect();
    sqlx::query!(
        "insert into stock_movement (product_id, moved_at, size_id, kind, change)
         select product_id, $4, size_id, 'imported', sum(stock)::bigint
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as item (product_id, size_id, stock)
         group by product_id, size_id
         having sum(stock) <> 0
         order by product_id, size_id",
        &ids,
        &sizes as &[Option<i64>],
        &stocks,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
