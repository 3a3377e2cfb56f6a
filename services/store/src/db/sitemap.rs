//! Open stores for sitemaps, the files that list a shop's pages for search engines. Each sitemap is a chunk: a range of
//! store ids of fixed size.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct Chunk {
    /// The number of the chunk: the id of any of its stores divided by the size of a chunk.
    pub chunk: i64,
    /// The latest change of a store of the chunk.
    pub changed_at: DateTime<Utc>,
}

/// Returns the chunks that contain an open store, in ascending order. `size` is the number of ids of a chunk.
pub async fn chunks(tx: &mut PgConnection, size: i64) -> sqlx::Result<Vec<Chunk>> {
    sqlx::query_as!(
        Chunk,
        r#"select store_id / $1 as "chunk!", max(changed_at) as "changed_at!"
           from store
           where is_open
           group by 1
           order by 1"#,
        size,
    )
    .fetch_all(tx)
    .await
}

/// A store in a sitemap.
pub struct Entry {
    pub slug: String,
    pub changed_at: DateTime<Utc>,
    pub logo_url: String,
}

/// Returns the open stores with ids from `from` up to, but excluding, `to`.
pub async fn entries(tx: &mut PgConnection, from: i64, to: i64) -> sqlx::Result<Vec<Entry>> {
    sqlx::query_as!(
        Entry,
        "select slug, changed_at, logo_url
         from store
         where is_open and store_id >= $1 and store_id < $2
         order by store_id",
        from,
        to,
    )
    .fetch_all(tx)
    .await
}
