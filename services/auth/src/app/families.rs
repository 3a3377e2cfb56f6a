//! Adds and removes the people whose birthdays an account wants to be reminded of. The gRPC contract calls such a
//! person a `Family`.

use kit::{Error, Result};

use crate::{
    App,
    db::{
        self,
        family::{FamilyRow, NewFamily},
    },
};

/// Maximum number of such people per account.
const MAX_PER_ACCOUNT: i64 = 50;

/// Adds a person. Fails with `too_many_families` if the account has the maximum number of people.
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

/// Removes a person. Does nothing if the account has no person with this id.
pub async fn remove(app: &App, account: i64, family: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::family::delete_for(&mut tx, account, family).await?;
    tx.commit().await?;
    Ok(())
}
