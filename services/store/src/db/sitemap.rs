//! Open stores for sitemaps. A chunk is a range of store ids of fixed size.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct Chunk {
    /// Store id divided by the chunk size.
    pub chunk: i64,
    pub changed_at: DateTime<Utc>,
}

/// Returns the chunks with an open store, ascending.
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

pub struct Entry {
    pub slug: String,
    pub changed_at: DateTime<Utc>,
    pub logo_url: String,
}

/// `to` is exclusive.
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
