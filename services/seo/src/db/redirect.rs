//! Redirects of moved and removed pages.

use kit::page::Page;
use sqlx::PgConnection;

use crate::domain::{path::Path, redirect::Redirect};

pub struct RedirectRow {
    pub path: String,
    /// Empty for status 410 (gone).
    pub target: String,
    pub status: i16,
}

pub async fn find(tx: &mut PgConnection, path: &Path) -> sqlx::Result<Option<RedirectRow>> {
    sqlx::query_as!(RedirectRow, "select path, target, status from redirect where path = $1", path.as_str())
        .fetch_optional(tx)
        .await
}

/// Locks the table, because a new redirect is resolved against all others.
pub async fn lock(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table redirect in share row exclusive mode").execute(tx).await?;
    Ok(())
}

pub async fn leading_to(tx: &mut PgConnection, path: &Path) -> sqlx::Result<Vec<RedirectRow>> {
    sqlx::query_as!(RedirectRow, "select path, target, status from redirect where target = $1", path.as_str())
        .fetch_all(tx)
        .await
}

/// Returns whether the redirect is new or changed.
pub async fn save(tx: &mut PgConnection, path: &Path, redirect: &Redirect) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "insert into redirect (path, target, status)
         values ($1, $2, $3)
         on conflict (path) do update
         set target = excluded.target, status = excluded.status
         where (redirect.target, redirect.status) is distinct from (excluded.target, excluded.status)",
        path.as_str(),
        redirect.target().map_or("", Path::as_str),
        redirect.status(),
    )
    .execute(tx)
    .await?;
    Ok(saved.rows_affected() == 1)
}

pub async fn delete(tx: &mut PgConnection, path: &Path) -> sqlx::Result<Option<RedirectRow>> {
    sqlx::query_as!(RedirectRow, "delete from redirect where path = $1 returning path, target, status", path.as_str())
        .fetch_optional(tx)
        .await
}

/// Counts the redirects whose path or target contains `part`.
pub async fn count(tx: &mut PgConnection, part: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from redirect
           where $1 = '' or strpos(path, $1) > 0 or strpos(target, $1) > 0"#,
        part,
    )
    .fetch_one(tx)
    .await
}

pub async fn page(tx: &mut PgConnection, part: &str, page: Page) -> sqlx::Result<Vec<RedirectRow>> {
    sqlx::query_as!(
        RedirectRow,
        "select path, target, status
         from redirect
         where $1 = '' or strpos(path, $1) > 0 or strpos(target, $1) > 0
         order by path
         limit $2 offset $3",
        part,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}
