//! Reads the pages for sitemaps, in chunks of [`CHUNK`] ids. New pages do not change earlier chunks.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Keeps a sitemap below 50 MB and 50,000 addresses. The statements and a database index contain the same number.
pub const CHUNK: i64 = 5_000;

pub struct Chunk {
    /// An id divided by [`CHUNK`].
    pub number: i64,
    pub changed_at: Option<DateTime<Utc>>,
}

pub struct Entry {
    pub id: i64,
    pub slug: String,
    pub changed_at: Option<DateTime<Utc>>,
    pub picture: Option<String>,
}

/// Jumps from chunk to chunk along the index instead of reading every product. Withdrawing a product changes its chunk.
pub async fn product_chunks(tx: &mut PgConnection) -> sqlx::Result<Vec<Chunk>> {
    sqlx::query_as!(
        Chunk,
        r#"with recursive chunk (number) as (
               (select product_id / 5000 from product order by product_id / 5000 limit 1)
               union all
               select (
                   select product_id / 5000
                   from product
                   where product_id / 5000 > chunk.number
                   order by product_id / 5000
                   limit 1)
               from chunk
               where chunk.number is not null
           )
           select number as "number!",
                  (
                      select max(coalesce(changed_at, published_at)) from product where product_id / 5000 = number
                  ) as changed_at
           from chunk
           where exists (
               select
               from product
               where product_id between number * 5000 and number * 5000 + 4999 and is_published and store_is_open)
           order by number"#,
    )
    .fetch_all(tx)
    .await
}

/// Returns products up to and including `last`.
pub async fn products(tx: &mut PgConnection, after: i64, last: i64, limit: i64) -> sqlx::Result<Vec<Entry>> {
    sqlx::query_as!(
        Entry,
        r#"select product_id as id, slug, coalesce(changed_at, published_at) as changed_at, pictures[1] as picture
           from product
           where product_id > $1 and product_id <= $2 and is_published and store_is_open
           order by product_id
           limit $3"#,
        after,
        last,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Categories have no time of change.
pub async fn category_chunks(tx: &mut PgConnection) -> sqlx::Result<Vec<Chunk>> {
    sqlx::query_as!(
        Chunk,
        r#"select distinct category_id / 5000 as "number!", null::timestamptz as changed_at
           from category
           order by 1"#,
    )
    .fetch_all(tx)
    .await
}

pub async fn categories(tx: &mut PgConnection, after: i64, last: i64, limit: i64) -> sqlx::Result<Vec<Entry>> {
    sqlx::query_as!(
        Entry,
        r#"select category_id as id, slug, null::timestamptz as changed_at, nullif(image_url, '') as picture
           from category
           where category_id > $1 and category_id <= $2
               and exists (
                   select
                   from category_path
                   join product_category on product_category.category_id = category_path.descendant_id
                   join product on product.product_id = product_category.product_id
                   where category_path.ancestor_id = category.category_id
                       and product.is_published
                       and product.store_is_open
               )
           order by category_id
           limit $3"#,
        after,
        last,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn list_chunks(tx: &mut PgConnection) -> sqlx::Result<Vec<Chunk>> {
    sqlx::query_as!(
        Chunk,
        r#"select list.list_id / 5000 as "number!", max(greatest(list.created_at, item.added_at)) as changed_at
           from product_list as list
           join product_list_item as item on item.list_id = list.list_id
           group by 1
           order by 1"#,
    )
    .fetch_all(tx)
    .await
}

/// `changed_at` and the picture are those of the last added product.
pub async fn lists(tx: &mut PgConnection, after: i64, last: i64, limit: i64) -> sqlx::Result<Vec<Entry>> {
    sqlx::query_as!(
        Entry,
        r#"select list.list_id as id,
                  list.slug,
                  greatest(list.created_at, newest.added_at) as changed_at,
                  newest.picture
           from product_list as list
           cross join lateral (
               select item.added_at, product.pictures[1] as picture
               from product_list_item as item
               join product on product.product_id = item.product_id
               where item.list_id = list.list_id and product.is_published and product.store_is_open
               order by item.added_at desc, item.product_id desc
               limit 1
           ) as newest
           where list.list_id > $1 and list.list_id <= $2
           order by list.list_id
           limit $3"#,
        after,
        last,
        limit,
    )
    .fetch_all(tx)
    .await
}
