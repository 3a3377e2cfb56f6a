//! Stores changes of many products at once (`app/bulk_change.rs`).

use chrono::{DateTime, Utc};
use search::Texts;
use serde_json::Value;
use sqlx::{
    PgConnection,
    types::{Json, Uuid},
};

use crate::domain::{
    bulk_change::{Candidate, Values},
    publication::State,
};

/// `result` is what a repeated request returns.
pub struct BulkChange {
    pub operator: i64,
    pub request: Value,
    pub result: Value,
    pub undone_at: Option<DateTime<Utc>>,
}

/// Returns `None` if the key was used. Waits if another transaction is using the key.
pub async fn insert(
    tx: &mut PgConnection,
    operator: i64,
    key: Uuid,
    request: &Value,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into products_change (operator_id, request_key, request, created_at)
         values ($1, $2, $3, $4)
         on conflict (request_key) do nothing
         returning products_change_id",
        operator,
        key,
        request,
        now,
    )
    .fetch_optional(tx)
    .await
}

pub async fn find_by_key(tx: &mut PgConnection, key: Uuid) -> sqlx::Result<Option<BulkChange>> {
    sqlx::query_as!(
        BulkChange,
        "select operator_id as operator, request, result, undone_at
         from products_change
         where request_key = $1",
        key,
    )
    .fetch_optional(tx)
    .await
}

pub async fn lock(tx: &mut PgConnection, change: i64) -> sqlx::Result<Option<BulkChange>> {
    sqlx::query_as!(
        BulkChange,
        "select operator_id as operator, request, result, undone_at
         from products_change
         where products_change_id = $1
         for update",
        change,
    )
    .fetch_optional(tx)
    .await
}

pub async fn set_result(tx: &mut PgConnection, change: i64, result: &Value) -> sqlx::Result<()> {
    sqlx::query!("update products_change set result = $2 where products_change_id = $1", change, result)
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn set_undone(tx: &mut PgConnection, change: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update products_change set undone_at = $2 where products_change_id = $1", change, now)
        .execute(tx)
        .await?;
    Ok(())
}

pub struct BulkProduct {
    pub product_id: i64,
    pub name: Texts,
    pub candidate: Candidate,
}

/// Reads products in id order. `new_category` is that to which they would move.
pub async fn products(tx: &mut PgConnection, ids: &[i64], new_category: Option<i64>) -> sqlx::Result<Vec<BulkProduct>> {
    let rows = sqlx::query!(
        r#"select product_id, name as "name: Json<Texts>", state, category_id, price, discounted_price, store_is_open,
                  array(
                      select unnest(array[min(price), max(price)])
                      from product_size
                      where product_size.product_id = product.product_id
                      having count(*) > 0
                  ) as "size_prices!",
                  $2::bigint is not null and exists (
                      select
                      from product_field
                      where product_field.product_id = product.product_id
                      and not exists (
                          select
                          from field
                          join category_path on category_path.ancestor_id = field.category_id
                          where field.field_id = product_field.field_id and category_path.descendant_id = $2)
                  ) as "has_foreign_field!"
           from product
           where product_id = any ($1)
           order by product_id"#,
        ids,
        new_category,
    )
    .fetch_all(tx)
    .await?;
    let products = rows.into_iter().map(|row| {
        let values = values_of(row.price, row.discounted_price, row.category_id, row.state)?;
        let candidate = Candidate {
            values,
            size_prices: row.size_prices,
            store_is_open: row.store_is_open,
            has_foreign_field: row.has_foreign_field,
        };
        Ok(BulkProduct { product_id: row.product_id, name: row.name.0, candidate })
    });
    products.collect()
}

fn values_of(price: i64, discounted_price: Option<i64>, category_id: i64, state: String) -> sqlx::Result<Values> {
    let state = State::from_name(&state).ok_or_else(|| sqlx::Error::Decode(state.into()))?;
    Ok(Values { price, discounted_price, category_id, state })
}

/// Locks in id order, like every writer of several products.
pub async fn lock_products(tx: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "select product_id from product where product_id = any ($1) order by product_id for no key update",
        ids
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

/// Stores the current values, and the version that an undo expects.
pub async fn store_former_values(tx: &mut PgConnection, change: i64, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into products_change_product (
             products_change_id, product_id, version, price, discounted_price, category_id, state, size_prices)
         select $1, product_id, version + 1, price, discounted_price, category_id, state,
                coalesce((
                    select jsonb_object_agg(size_id, price)
                    from product_size
                    where product_size.product_id = product.product_id), '{}')
         from product
         where product_id = any ($2)",
        change,
        ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// `values` is parallel to `ids`.
pub async fn update_products(
    tx: &mut PgConnection,
    ids: &[i64],
    values: &[Values],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let prices: Vec<_> = values.iter().map(|values| values.price).collect();
    let discounted_prices: Vec<_> = values.iter().map(|values| values.discounted_price).collect();
    let categories: Vec<_> = values.iter().map(|values| values.category_id).collect();
    let states: Vec<_> = values.iter().map(|values| values.state.name().to_owned()).collect();
    sqlx::query!(
        "update product
         set price = new.price,
             discounted_price = new.discounted_price,
             category_id = category.category_id,
             category_name = category.name,
             category_slug = category.slug,
             state = new.state,
             version = product.version + 1,
             published_at = case
                 when product.state = 'draft' and new.state = 'published' then $6
                 else product.published_at
             end
         from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
              as new (product_id, price, discounted_price, category_id, state)
         join category on category.category_id = new.category_id
         where product.product_id = new.product_id",
        ids,
        &prices,
        &discounted_prices as &[Option<i64>],
        &categories,
        &states,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Rounds like `domain::bulk_change::scaled`.
pub async fn scale_size_prices(tx: &mut PgConnection, ids: &[i64], percent: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_size set price = (price * (100 + $2::bigint) + 50) / 100 where product_id = any ($1)",
        ids,
        percent,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Replaces the rows of the former main categories, parallel to `ids`.
pub async fn replace_main_categories(tx: &mut PgConnection, ids: &[i64], former: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_category
         using unnest($1::bigint[], $2::bigint[]) as former (product_id, category_id)
         where product_category.product_id = former.product_id and product_category.category_id = former.category_id",
        ids,
        former,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into product_category (product_id, category_id)
         select product_id, category_id from product where product_id = any ($1)
         on conflict do nothing",
        ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// `fields` is parallel to `ids`.
pub async fn insert_history(
    tx: &mut PgConnection,
    ids: &[i64],
    fields: &[Value],
    action: &str,
    operator: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product_change (product_id, version, action, operator_id, changed_at, fields)
         select product.product_id, product.version, $3, $4, $5, new.fields
         from unnest($1::bigint[], $2::jsonb[]) as new (product_id, fields)
         join product on product.product_id = new.product_id",
        ids,
        fields,
        action,
        operator,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct FormerProduct {
    pub product_id: i64,
    pub values: Values,
    /// The product has not changed since.
    pub is_unchanged: bool,
}

/// Locks the products, and returns their former values in id order.
pub async fn lock_former_products(tx: &mut PgConnection, change: i64) -> sqlx::Result<Vec<FormerProduct>> {
    let ids =
        sqlx::query_scalar!("select product_id from products_change_product where products_change_id = $1", change)
            .fetch_all(&mut *tx)
            .await?;
    lock_products(tx, &ids).await?;
    let rows = sqlx::query!(
        r#"select former.product_id, former.price, former.discounted_price, former.category_id, former.state,
                  coalesce(product.version = former.version, false) as "is_unchanged!"
           from products_change_product as former
           left join product on product.product_id = former.product_id
           where former.products_change_id = $1
           order by former.product_id"#,
        change,
    )
    .fetch_all(tx)
    .await?;
    let products = rows.into_iter().map(|row| {
        let values = values_of(row.price, row.discounted_price, row.category_id, row.state)?;
        Ok(FormerProduct { product_id: row.product_id, values, is_unchanged: row.is_unchanged })
    });
    products.collect()
}

/// Skips deleted sizes.
pub async fn restore_size_prices(tx: &mut PgConnection, change: i64, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_size
         set price = (former.size_prices ->> product_size.size_id::text)::bigint
         from products_change_product as former
         where former.products_change_id = $1 and former.product_id = any ($2)
         and product_size.product_id = former.product_id and former.size_prices ? product_size.size_id::text",
        change,
        ids,
    )
    .execute(tx)
    .await?;
    Ok(())
}
