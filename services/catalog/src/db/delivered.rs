//! Stores delivered units, for `app/popularity.rs`.

use sqlx::PgConnection;

use super::product::ChangedProduct;

/// Returns `false` if the order was recorded before.
pub async fn record_order(tx: &mut PgConnection, code: &str) -> sqlx::Result<bool> {
    let inserted =
        sqlx::query!("insert into delivered_order (code) values ($1) on conflict do nothing", code).execute(tx).await?;
    Ok(inserted.rows_affected() == 1)
}

/// `counts` is parallel to `products`.
pub async fn insert(tx: &mut PgConnection, products: &[i64], counts: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into delivered (product_id, count)
         select product_id, count
         from unnest($1::bigint[], $2::bigint[]) as line (product_id, count)",
        products,
        counts,
    )
    .execute(tx)
    .await?;
    Ok(())
}

#[derive(Default)]
pub struct DeliveredUnits {
    pub rows: usize,
    pub products: Vec<i64>,
    /// Parallel to `products`.
    pub counts: Vec<i64>,
}

/// Deletes the oldest rows that no other process has locked, and returns their sums.
pub async fn take_batch(tx: &mut PgConnection, limit: i64) -> sqlx::Result<DeliveredUnits> {
    let rows = sqlx::query!(
        r#"with deleted as (
               delete from delivered
               where delivered_id in (
                   select delivered_id
                   from delivered
                   order by delivered_id
                   limit $1
                   for update skip locked)
               returning product_id, count
           )
           select product_id, sum(count)::bigint as "count!", count(*) as "rows!"
           from deleted
           group by product_id
           order by product_id"#,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let mut units = DeliveredUnits::default();
    for row in rows {
        units.rows += usize::try_from(row.rows).unwrap_or_default();
        units.products.push(row.product_id);
        units.counts.push(row.count);
    }
    Ok(units)
}

/// Locks the products in id order, like every writer of several products.
pub async fn add_to_products(
    tx: &mut PgConnection,
    DeliveredUnits { products, counts, .. }: &DeliveredUnits,
) -> sqlx::Result<Vec<ChangedProduct>> {
    sqlx::query_as!(
        ChangedProduct,
        "with locked as materialized (
             select product_id
             from product
             where product_id = any ($1)
             order by product_id
             for no key update
         )
         update product
         set popularity = product.popularity + delivered.count, sold_count = product.sold_count + delivered.count
         from locked
         join unnest($1::bigint[], $2::bigint[]) as delivered (product_id, count) using (product_id)
         where product.product_id = locked.product_id
         returning product.product_id, product.store_id, product.is_published",
        products,
        counts,
    )
    .fetch_all(tx)
    .await
}

const BESTSELLER_COUNT: i64 = 200;

/// Returns the products that became bestsellers or no longer are.
pub async fn mark_bestsellers(tx: &mut PgConnection) -> sqlx::Result<Vec<ChangedProduct>> {
    sqlx::query_as!(
        ChangedProduct,
        "with best as materialized (
             select product_id
             from product
             where sold_count > 0 and is_published and store_is_open
             order by sold_count desc, product_id
             limit $1
         ),
         changed as materialized (
             (
                 select product_id, true as will_be_bestseller from best
                 except all
                 select product_id, true from product where is_bestseller
             )
             union all
             (
                 select product_id, false from product where is_bestseller
                 except all
                 select product_id, false from best
             )
         ),
         locked as materialized (
             select product.product_id, changed.will_be_bestseller
             from product
             join changed using (product_id)
             order by product.product_id
             for no key update of product
         )
         update product
         set is_bestseller = locked.will_be_bestseller
         from locked
         where product.product_id = locked.product_id and product.is_bestseller <> locked.will_be_bestseller
         returning product.product_id, product.store_id, product.is_published",
        BESTSELLER_COUNT,
    )
    .fetch_all(tx)
    .await
}
