//! Published versions of the home page, numbered from 1, and previews. Version 0 is part of the program.

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::{PgConnection, types::Json};

use crate::domain::home::{Section, preview_token::PreviewToken};

pub struct HomeRow {
    pub version: i64,
    pub sections: Json<Vec<Section>>,
    /// `None` if the demo was loaded.
    pub published_by: Option<i64>,
    pub published_at: DateTime<Utc>,
}

pub async fn newest(tx: &mut PgConnection) -> sqlx::Result<Option<HomeRow>> {
    sqlx::query_as!(
        HomeRow,
        r#"select version, sections as "sections: Json<Vec<Section>>", published_by, published_at
           from home_version
           order by version desc
           limit 1"#,
    )
    .fetch_optional(tx)
    .await
}

pub async fn count(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from home_version"#).fetch_one(tx).await
}

/// Newest first.
pub async fn versions(tx: &mut PgConnection, pagination: Page) -> sqlx::Result<Vec<HomeRow>> {
    sqlx::query_as!(
        HomeRow,
        r#"select version, sections as "sections: Json<Vec<Section>>", published_by, published_at
           from home_version
           order by version desc
           limit $1 offset $2"#,
        pagination.limit(),
        pagination.offset(),
    )
    .fetch_all(tx)
    .await
}

pub struct NewVersion<'a> {
    pub from_version: i64,
    pub sections: &'a [Section],
    /// `None` for the demo.
    pub operator: Option<i64>,
    pub at: DateTime<Utc>,
}

/// Returns `None` if `from_version` is not the newest.
pub async fn insert(tx: &mut PgConnection, new: &NewVersion<'_>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into home_version (version, sections, published_by, published_at)
         select newest.version + 1, $2, $3, $4
         from (select coalesce(max(version), 0) as version from home_version) as newest
         where newest.version = $1
         on conflict do nothing
         returning version",
        new.from_version,
        Json(new.sections) as _,
        new.operator,
        new.at,
    )
    .fetch_optional(tx)
    .await
}

pub struct PreviewRow {
    pub sections: Json<Vec<Section>>,
    pub shown_at: DateTime<Utc>,
}

pub async fn find_preview(
    tx: &mut PgConnection,
    token: &PreviewToken,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<PreviewRow>> {
    sqlx::query_as!(
        PreviewRow,
        r#"select sections as "sections: Json<Vec<Section>>", shown_at
           from home_preview
           where token = $1 and expires_at > $2"#,
        token.as_str(),
        now,
    )
    .fetch_optional(tx)
    .await
}

pub struct NewPreview<'a> {
    pub token: &'a PreviewToken,
    pub sections: &'a [Section],
    pub shown_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub async fn insert_preview(tx: &mut PgConnection, new: &NewPreview<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into home_preview (token, sections, shown_at, expires_at) values ($1, $2, $3, $4)",
        new.token.as_str(),
        Json(new.sections) as _,
        new.shown_at,
        new.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes expired previews, and all but the newest `kept` ones.
pub async fn delete_old_previews(tx: &mut PgConnection, now: DateTime<Utc>, kept: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from home_preview
         where expires_at <= $1
            or token in (select token from home_preview order by expires_at desc, token offset $2)",
        now,
        kept,
    )
    .execute(tx)
    .await?;
    Ok(())
}
