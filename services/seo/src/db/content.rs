//! Published versions of content pages, numbered from 1 for each page and language. Version 0 is part of the program.

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::PgConnection;

pub struct VersionRow {
    pub version: i64,
    pub title: String,
    pub markdown: String,
    pub published_at: DateTime<Utc>,
}

pub async fn newest(tx: &mut PgConnection, page: &str, language: &str) -> sqlx::Result<Option<VersionRow>> {
    sqlx::query_as!(
        VersionRow,
        "select version, title, markdown, published_at
         from content_version
         where page = $1 and language = $2
         order by version desc
         limit 1",
        page,
        language,
    )
    .fetch_optional(tx)
    .await
}

pub async fn count(tx: &mut PgConnection, page: &str, language: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from content_version where page = $1 and language = $2"#,
        page,
        language,
    )
    .fetch_one(tx)
    .await
}

/// Newest first.
pub async fn versions(
    tx: &mut PgConnection,
    page: &str,
    language: &str,
    pagination: Page,
) -> sqlx::Result<Vec<VersionRow>> {
    sqlx::query_as!(
        VersionRow,
        "select version, title, markdown, published_at
         from content_version
         where page = $1 and language = $2
         order by version desc
         limit $3 offset $4",
        page,
        language,
        pagination.limit(),
        pagination.offset(),
    )
    .fetch_all(tx)
    .await
}

pub struct VersionHead {
    pub page: String,
    pub language: String,
    pub version: i64,
    pub title: String,
    pub published_at: DateTime<Utc>,
}

/// The newest version of each page and language: a few dozen rows.
pub async fn heads(tx: &mut PgConnection) -> sqlx::Result<Vec<VersionHead>> {
    sqlx::query_as!(
        VersionHead,
        "select distinct on (page, language) page, language, version, title, published_at
         from content_version
         order by page, language, version desc
         limit 1000",
    )
    .fetch_all(tx)
    .await
}

pub struct NewVersion<'a> {
    pub page: &'a str,
    pub language: &'a str,
    pub from_version: i64,
    pub title: &'a str,
    pub markdown: &'a str,
    pub operator: i64,
    pub at: DateTime<Utc>,
}

/// Returns `None` if `from_version` is not the newest.
pub async fn insert(tx: &mut PgConnection, new: &NewVersion<'_>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into content_version (page, language, version, title, markdown, published_by, published_at)
         select $1, $2, newest.version + 1, $4, $5, $6, $7
         from (
             select coalesce(max(version), 0) as version from content_version where page = $1 and language = $2
         ) as newest
         where newest.version = $3
         on conflict do nothing
         returning version",
        new.page,
        new.language,
        new.from_version,
        new.title,
        new.markdown,
        new.operator,
        new.at,
    )
    .fetch_optional(tx)
    .await
}
