//! Keeping the people whose birthdays matter.

use kit::{Error, Result};

use crate::{
    App,
    db::{
        self,
        family::{New, Row},
    },
};

/// An account has no more.
const MOST: i64 = 50;

pub async fn add(app: &App, account: i64, new: &New) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    if !db::profile::lock(&mut tx, account).await? {
        return Err(Error::unauthenticated());
    }
    if db::family::count_for(&mut tx, account).await? >= MOST {
        return Err(Error::conflict("too_many_families"));
    }
    let row = db::family::insert_for(&mut tx, account, new, app.clock.now()).await?;
    tx.commit().await?;
    Ok(row)
}

pub async fn remove(app: &App, account: i64, family: i64) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    db::family::delete_for(&mut tx, account, family).await?;
    tx.commit().await?;
    Ok(())
}
