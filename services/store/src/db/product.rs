//! Which store sells each product, and the lock between loading stores and counting products.

use std::collections::BTreeMap;

use sqlx::PgConnection;

/// Saves the store of each product (`None` deletes the product), and moves its counts of products and reviews from the
/// old store to the new one.
pub async fn set_stores(tx: &mut PgConnection, stores: &BTreeMap<i64, Option<i64>>) -> sqlx::Result<()> {
    let (products, stores): (Vec<_>, Vec<_>) = stores.iter().map(|(product, store)| (*product, *store)).unzip();
    sqlx::query!(
        "with given as materialized (
             select * from unnest($1::bigint[], $2::bigint[]) as given (product_id, store_id)
         ),

         deleted as (
             delete from store_product
             using given
             where store_product.product_id = given.product_id and given.store_id is null
         ),
         saved as (
             insert into store_product (product_id, store_id)
             select product_id, store_id from given where store_id is not null
             on conflict (product_id) do update
             set store_id = excluded.store_id
             where store_product.store_id <> excluded.store_id
         ),

         -- All parts of the statement see `store_product` as it was before the statement.
         lost as (
             select store_product.store_id, given.product_id, -1 as amount
             from given
             join store_product on store_product.product_id = given.product_id
             where store_product.store_id is distinct from given.store_id
         ),
         gained as (
             select given.store_id, given.product_id, 1 as amount
             from given
             left join store_product on store_product.product_id = given.product_id
             where given.store_id is not null and given.store_id is distinct from store_product.store_id
         ),
         moved as (
             select * from lost
             union all
             select * from gained
         ),

         change as (
             select moved.store_id, sum(amount)::bigint as products,
                    coalesce(sum(amount * review_count), 0)::bigint as reviews,
                    coalesce(sum(amount * star_sum), 0)::bigint as stars
             from moved
             left join product_rating on product_rating.product_id = moved.product_id
             group by moved.store_id
         )

         update store
         set product_count = product_count + change.products,
             review_count = store.review_count + change.reviews,
             star_sum = store.star_sum + change.stars
         from change
         where store.store_id = change.store_id",
        &products,
        &stores as &[Option<i64>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn store_of(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select store_id from store_product where product_id = $1", product).fetch_optional(tx).await
}

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

/// Blocks changes of products and ratings until the transaction ends.
///
/// Without it, a concurrent event would not see a store that is being loaded, so its product would not be counted.
pub async fn block_changes(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table store_product in share mode").execute(tx).await?;
    Ok(())
}

/// Waits for the lock of [`block_changes`]. Writers of `store_product` wait without this call; a change of a rating
/// does not write there.
pub async fn wait_for_bulk_load(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table store_product in row exclusive mode").execute(tx).await?;
    Ok(())
}
