//! Stores which products an account likes.

use chrono::{DateTime, Utc};
use kit::{
    id::{AccountId, ProductId},
    page::Page,
};
use sqlx::PgConnection;

/// Returns `false` if the account already liked the product.
pub async fn insert(
    tx: &mut PgConnection,
    account: AccountId,
    product: ProductId,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into product_like (account_id, product_id, liked_at)
         values ($1, $2, $3)
         on conflict do nothing",
        account.0,
        product.0,
        at,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Returns `false` if there was no like.
pub async fn delete(tx: &mut PgConnection, account: AccountId, product: ProductId) -> sqlx::Result<bool> {
    let deleted =
        sqlx::query!("delete from product_like where account_id = $1 and product_id = $2", account.0, product.0)
            .execute(tx)
            .await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("delete from product_like where account_id = $1 returning product_id", account)
        .fetch_all(tx)
        .await
}

/// Counts the liked products that are for sale.
pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from product_like
           join product on product.product_id = product_like.product_id
           where product_like.account_id = $1 and product.is_published and product.store_is_open"#,
        account,
    )
    .fetch_one(tx)
    .await
}

pub async fn page_for(tx: &mut PgConnection, account: i64, page: Page) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_like.product_id
         from product_like
         join product on product.product_id = product_like.product_id
         where product_like.account_id = $1 and product.is_published and product.store_is_open
         order by product_like.liked_at desc, product_like.product_id desc
         limit $2
         offset $3",
        account,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn among_for(tx: &mut PgConnection, account: i64, products: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        // `card::of_each` explains `(select …)`.
        "select product_id
         from product_like
         where account_id = $1 and product_id = any ((select $2::bigint[])::bigint[])",
        account,
        products,
    )
    .fetch_all(tx)
    .await
}

pub async fn is_for_sale(tx: &mut PgConnection, product: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select
               from product
               where product.product_id = $1 and product.is_published and product.store_is_open
           ) as "exists!""#,
        product,
    )
    .fetch_one(tx)
    .await
}

pub async fn exists(tx: &mut PgConnection, product: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from product where product_id = $1) as "exists!""#, product)
        .fetch_one(tx)
        .await
}

/// Returns accounts above `after`, in ascending order.
pub async fn likers(
    tx: &mut PgConnection,
    product: i64,
    after: i64,
    limit: i64,
    before: DateTime<Utc>,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select account_id as "account_id!" from likers_of($1, $2, $3, $4) as account_id"#,
        product,
        after,
        before,
        limit,
    )
    .fetch_all(tx)
    .await
}
