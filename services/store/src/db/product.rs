//! Products of the catalogue, and which store sells each. Also the locks between loading stores and counting products.

use std::collections::BTreeMap;

use sqlx::PgConnection;

/// Records the store of each product; `None` deletes the product. Updates each store's counts of products and reviews:
/// when a product moves to another store, its reviews move, too. Unchanged products are only read.
///
/// Names in the statement: `told` are the given products, `gone` deletes, `come` inserts or changes, `moved` has one
/// row for each product that a store loses (-1) or gains (1), and `share` is the sum for each store.
pub async fn set_stores(tx: &mut PgConnection, stores: &BTreeMap<i64, Option<i64>>) -> sqlx::Result<()> {
    let (products, stores): (Vec<_>, Vec<_>) = stores.iter().map(|(product, store)| (*product, *store)).unzip();
    sqlx::query!(
        "with told as materialized (
             select * from unnest($1::bigint[], $2::bigint[]) as told (product_id, store_id)
         ),
         gone as (
             delete from store_product
             using told
             where store_product.product_id = told.product_id and told.store_id is null
         ),
         come as (
             insert into store_product (product_id, store_id)
             select product_id, store_id from told where store_id is not null
             on conflict (product_id) do update
             set store_id = excluded.store_id
             where store_product.store_id <> excluded.store_id
         ),
         -- The statement sees what was there before it.
         moved as (
             select store_product.store_id, told.product_id, -1 as amount
             from told
             join store_product on store_product.product_id = told.product_id
             where store_product.store_id is distinct from told.store_id
             union all
             select told.store_id, told.product_id, 1
             from told
             left join store_product on store_product.product_id = told.product_id
             where told.store_id is not null and told.store_id is distinct from store_product.store_id
         ),
         share as (
             select moved.store_id, sum(amount)::bigint as products,
                    coalesce(sum(amount * review_count), 0)::bigint as reviews, coalesce(sum(amount * star_sum), 0)::bigint as stars
             from moved
             left join product_rating on product_rating.product_id = moved.product_id
             group by moved.store_id
         )
         update store
         set product_count = product_count + share.products, review_count = store.review_count + share.reviews,
             star_sum = store.star_sum + share.stars
         from share
         where store.store_id = share.store_id",
        &products,
        &stores as &[Option<i64>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the store that sells a product.
pub async fn store_of(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select store_id from store_product where product_id = $1", product).fetch_optional(tx).await
}

/// Returns those of `products` that the store does not sell.
pub async fn not_sold_by(tx: &mut PgConnection, store: i64, products: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select wanted.product_id as "product_id!"
           from unnest($2::bigint[]) as wanted (product_id)
           where not exists (
               select from store_product
               where store_product.product_id = wanted.product_id and store_product.store_id = $1)"#,
        store,
        products,
    )
    .fetch_all(tx)
    .await
}

/// Blocks changes of products and ratings until the transaction ends. The load of demo data (`load.rs`) calls this
/// function before it inserts stores: a concurrent event would not see the new store's row, so its product would not be
/// counted.
pub async fn block_changes(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table store_product in share mode").execute(tx).await?;
    Ok(())
}

/// Waits until no transaction holds the lock of [`block_changes`]. Statements that write to `store_product` wait
/// without this call. A change of a rating writes to other tables, so it must call this function first.
pub async fn wait_for_bulk_load(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table store_product in row exclusive mode").execute(tx).await?;
    Ok(())
}
