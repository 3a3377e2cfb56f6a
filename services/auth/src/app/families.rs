//! The people of whose birthdays an account is reminded.

use kit::{Error, Result};

use crate::{
    App,
    db::{
        self,
        family::{FamilyRow, NewFamily},
    },
};

const MAX_PER_ACCOUNT: i64 = 50;

pub async fn add(app: &App, account: i64, new: &NewFamily) -> Result<FamilyRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::profile::lock(&mut tx, account).await? {
        return Err(Error::unauthenticated());
    }
    if db::family::count_for(&mut tx, account).await? >= MAX_PER_ACCOUNT {
        return Err(Error::conflict("too_many_families"));
    }
    let row = db::family::insert_for(&mut tx, account, new, app.clock.now()).await?;
    tx.commit().await?;
    Ok(row)
}

pub async fn remove(app: &App, account: i64, family: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::family::delete_for(&mut tx, account, family).await?;
    tx.commit().await?;
    Ok(())
}
