//! Addresses of an account. Changes lock the account's row, so that exactly one address is the default.

use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    App, db,
    domain::address::{Address, AddressForm, MAX_PER_ACCOUNT},
};

/// The first address becomes the default.
pub async fn add(app: &App, account: i64, form: &AddressForm) -> Result<i64> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut address = validate(&mut tx, form).await?;
    lock_account(&mut tx, account).await?;
    let count = db::address::count_for(&mut tx, account).await?;
    if count >= MAX_PER_ACCOUNT {
        return Err(Error::conflict("too_many_addresses"));
    }
    let is_first = count == 0;
    address.is_default |= is_first;
    if address.is_default {
        db::address::clear_default_for(&mut tx, account).await?;
    }
    let id = db::address::insert_for(&mut tx, account, &address, app.clock.now()).await?;
    tx.commit().await?;
    Ok(id)
}

pub async fn update(app: &App, account: i64, id: i64, form: &AddressForm) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut address = validate(&mut tx, form).await?;
    lock_account(&mut tx, account).await?;
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

/// The newest remaining address replaces a default one.
pub async fn remove(app: &App, account: i64, id: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    lock_account(&mut tx, account).await?;
    if db::address::delete_for(&mut tx, account, id).await? == Some(true) {
        db::address::promote_newest_for(&mut tx, account).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn validate(tx: &mut PgConnection, form: &AddressForm) -> Result<Address> {
    let city = db::place::find_city(tx, form.city).await?;
    form.check(city.as_ref())
}

async fn lock_account(tx: &mut PgConnection, account: i64) -> Result<()> {
    if db::profile::lock(tx, account).await? { Ok(()) } else { Err(Error::unauthenticated()) }
}
