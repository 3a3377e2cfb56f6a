//! Saved views of lists in the back office, kept for the account of staff.

use kit::{Error, Result};

use crate::{
    App, db,
    domain::saved_view::{ListView, MAX_PER_LIST},
};

pub async fn all(app: &App, account: i64) -> Result<Vec<ListView>> {
    Ok(db::saved_view::all_for(&mut *app.pool.acquire().await?, account).await?)
}

/// Creates the view, or replaces the one with the same name.
pub async fn save(app: &App, account: i64, view: &ListView, previous_name: Option<&str>) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    // The lock keeps concurrent requests within the limit, and to one default.
    if !db::profile::lock(&mut tx, account).await? {
        return Err(Error::unauthenticated());
    }
    if let Some(previous_name) = previous_name {
        db::saved_view::rename_for(&mut tx, account, &view.list, previous_name, &view.name).await?;
    }
    if view.is_default {
        db::saved_view::clear_default_for(&mut tx, account, &view.list).await?;
    }
    db::saved_view::upsert_for(&mut tx, account, view, app.clock.now()).await?;
    if db::saved_view::count_for(&mut tx, account, &view.list).await? > MAX_PER_LIST {
        return Err(Error::conflict("too_many_views"));
    }
    tx.commit().await?;
    Ok(())
}

pub async fn delete(app: &App, account: i64, list: &str, name: &str) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::saved_view::delete_for(&mut tx, account, list, name).await?;
    tx.commit().await?;
    Ok(())
}
