//! Stores bloggers' lists of products. Products that are not for sale are neither counted nor shown.

use chrono::{DateTime, Utc};
use kit::{
    id::{AccountId, ListId, ProductId},
    page::Page,
};
use sqlx::PgConnection;

/// Safety limit.
const MAX_LISTS: i64 = 200;

pub struct ListRow {
    pub list_id: i64,
    pub slug: String,
    pub name: String,
    pub description: String,
    /// The blogger's name when the list was created.
    pub author: String,
    pub created_at: DateTime<Utc>,
    pub product_count: i64,
    /// Whether it contains the product of the query.
    pub has_product: bool,
    /// Pictures of the last added products, at most four.
    pub images: Vec<String>,
}

/// `$tail` has the condition and the order.
macro_rules! lists {
    ($tail:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            ListRow,
            r#"select list.list_id, list.slug, list.name, list.description, list.author, list.created_at,
                      (
                          select count(*)
                          from product_list_item as item
                          join product on product.product_id = item.product_id
                          where item.list_id = list.list_id and product.is_published and product.store_is_open
                      ) as "product_count!",

                      exists (
                          select
                          from product_list_item as item
                          where item.list_id = list.list_id and item.product_id = $1
                      ) as "has_product!",

                      array(
                          select product.pictures[1]
                          from product_list_item as item
                          join product on product.product_id = item.product_id
                          where item.list_id = list.list_id and product.is_published and product.store_is_open
                              and product.pictures[1] is not null
                          order by item.added_at desc, item.product_id desc
                          limit 4
                      ) as "images!"
               from product_list as list "# + $tail,
            $($value),+
        )
    };
}

pub async fn all_for(tx: &mut PgConnection, account: i64, product: Option<i64>) -> sqlx::Result<Vec<ListRow>> {
    lists!(
        "where list.account_id = $2 order by list.created_at desc, list.list_id desc limit $3",
        product,
        account,
        MAX_LISTS,
    )
    .fetch_all(tx)
    .await
}

pub async fn find_for(
    tx: &mut PgConnection,
    account: AccountId,
    list: ListId,
    product: Option<ProductId>,
) -> sqlx::Result<Option<ListRow>> {
    let product = product.map(|product| product.0);
    lists!("where list.account_id = $2 and list.list_id = $3", product, account.0, list.0).fetch_optional(tx).await
}

/// Finds a list of any account, because list pages are public.
pub async fn find(tx: &mut PgConnection, slug: &str) -> sqlx::Result<Option<ListRow>> {
    lists!("where list.slug = $2", None::<i64>, slug).fetch_optional(tx).await
}

/// Returns the ids of the list and of its owner.
pub async fn owner(tx: &mut PgConnection, slug: &str) -> sqlx::Result<Option<(i64, i64)>> {
    let row = sqlx::query!("select list_id, account_id from product_list where slug = $1", slug);
    Ok(row.fetch_optional(tx).await?.map(|row| (row.list_id, row.account_id)))
}

/// Other transactions that create lists for this account wait.
pub async fn lock_and_count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('sovqat.catalog.lists', $1))", account)
        .fetch_one(&mut *tx)
        .await?;
    sqlx::query_scalar!(r#"select count(*) as "count!" from product_list where account_id = $1"#, account)
        .fetch_one(tx)
        .await
}

pub struct NewList<'a> {
    pub slug: &'a str,
    pub name: &'a str,
    pub description: &'a str,
    pub author: &'a str,
    pub now: DateTime<Utc>,
}

pub async fn insert_for(tx: &mut PgConnection, account: i64, new: NewList<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into product_list (account_id, slug, name, description, author, created_at)
         values ($1, $2, $3, $4, $5, $6)
         returning list_id",
        account,
        new.slug,
        new.name,
        new.description,
        new.author,
        new.now,
    )
    .fetch_one(tx)
    .await
}

/// `None` leaves a text unchanged.
pub async fn update_for(
    tx: &mut PgConnection,
    account: AccountId,
    list: ListId,
    name: Option<&str>,
    description: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_list
         set name = coalesce($3, name), description = coalesce($4, description)
         where account_id = $1 and list_id = $2",
        account.0,
        list.0,
        name,
        description,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_for(tx: &mut PgConnection, account: AccountId, list: ListId) -> sqlx::Result<()> {
    sqlx::query!("delete from product_list where account_id = $1 and list_id = $2", account.0, list.0)
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from product_list where account_id = $1", account).execute(tx).await?;
    Ok(())
}

/// Returns `false` unless the account owns the list.
pub async fn lock_for(tx: &mut PgConnection, account: AccountId, list: ListId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        "select list_id from product_list where account_id = $1 and list_id = $2 for update",
        account.0,
        list.0,
    )
    .fetch_optional(tx)
    .await?;
    Ok(found.is_some())
}

/// Returns `false` if the product was already on the list.
pub async fn add(tx: &mut PgConnection, list: ListId, product: ProductId, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into product_list_item (list_id, product_id, added_at)
         values ($1, $2, $3)
         on conflict do nothing",
        list.0,
        product.0,
        now,
    )
    .execute(tx)
    .await?;
    Ok(added.rows_affected() == 1)
}

pub async fn remove(tx: &mut PgConnection, list: ListId, product: ProductId) -> sqlx::Result<()> {
    sqlx::query!("delete from product_list_item where list_id = $1 and product_id = $2", list.0, product.0)
        .execute(tx)
        .await?;
    Ok(())
}

/// Counts all products, for sale or not.
pub async fn length(tx: &mut PgConnection, list: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from product_list_item where list_id = $1"#, list)
        .fetch_one(tx)
        .await
}

/// Returns the products for sale, last added first.
pub async fn page(tx: &mut PgConnection, list: i64, page: Page) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select item.product_id
         from product_list_item as item
         join product on product.product_id = item.product_id
         where item.list_id = $1 and product.is_published and product.store_is_open
         order by item.added_at desc, item.product_id desc
         limit $2
         offset $3",
        list,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}
