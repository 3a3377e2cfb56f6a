//! Keeping addresses. Changes of one account's take turns on the account's row, so that exactly one is the default as soon as
//! there is any, whatever comes at once.

use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    App, db,
    domain::address::{Address, Form, MOST},
};

/// The new address's id. The first is the default, whether or not it was meant to be.
pub async fn add(app: &App, account: i64, form: &Form) -> Result<i64> {
    let mut tx = app.pool.begin().await?;
    let mut address = check(&mut tx, form).await?;
    lock(&mut tx, account).await?;
    let count = db::address::count_for(&mut tx, account).await?;
    if count >= MOST {
        return Err(Error::conflict("too_many_addresses"));
    }
    address.is_default |= count == 0;
    if address.is_default {
        db::address::clear_default_for(&mut tx, account).await?;
    }
    let id = db::address::insert_for(&mut tx, account, &address, app.clock.now()).await?;
    tx.commit().await?;
    Ok(id)
}

/// The default stays the default until another becomes it.
pub async fn update(app: &App, account: i64, id: i64, form: &Form) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    let mut address = check(&mut tx, form).await?;
    lock(&mut tx, account).await?;
    let was_default = db::address::is_default_for(&mut tx, account, id).await?;
    let was_default = was_default.ok_or(Error::NotFound("address_not_found"))?;
    if address.is_default && !was_default {
        db::address::clear_default_for(&mut tx, account).await?;
    }
    address.is_default |= was_default;
    db::address::update_for(&mut tx, account, id, &address).await?;
    tx.commit().await?;
    Ok(())
}

/// When the default goes, the newest takes its place.
pub async fn remove(app: &App, account: i64, id: i64) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    lock(&mut tx, account).await?;
    if db::address::delete_for(&mut tx, account, id).await? == Some(true) {
        db::address::promote_newest_for(&mut tx, account).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn check(tx: &mut PgConnection, form: &Form) -> Result<Address> {
    let city = db::place::find_city(tx, form.city).await?;
    form.check(city.as_ref())
}

async fn lock(tx: &mut PgConnection, account: i64) -> Result<()> {
    if db::profile::lock(tx, account).await? { Ok(()) } else { Err(Error::unauthenticated()) }
}
