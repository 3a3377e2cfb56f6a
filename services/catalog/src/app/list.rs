//! Bloggers' public lists of products. A list of another account is reported as not found.

use kit::{
    Error, Result,
    client::CallContext,
    id::{AccountId, ListId, ProductId},
};

use crate::{
    App,
    db::{
        self,
        list::{ListRow, NewList},
    },
    domain::slug,
};

const MAX_LISTS: i64 = 50;
const MAX_PRODUCTS: i64 = 200;
const NOT_FOUND: Error = Error::NotFound("list_not_found");

pub async fn create(
    app: &App,
    account: AccountId,
    caller: &CallContext,
    name: &str,
    description: &str,
) -> Result<ListRow> {
    // A transaction must not wait for another service.
    let profile = app.accounts.me(caller).await?;
    if !profile.is_blogger {
        return Err(Error::NotAllowed("not_a_blogger"));
    }

    let slug = slug::generate(name, &mut rand::thread_rng());
    let mut tx = kit::db::begin(&app.pool).await?;
    if db::list::lock_and_count_for(&mut tx, account.0).await? >= MAX_LISTS {
        return Err(Error::conflict("too_many_lists"));
    }

    let new = NewList { slug: &slug, name, description, author: &profile.display_name, now: app.clock.now() };
    let list = ListId(db::list::insert_for(&mut tx, account.0, new).await?);
    let row = db::list::find_for(&mut tx, account, list, None).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    Ok(row)
}

/// `None` leaves a text unchanged.
pub async fn update(
    app: &App,
    account: AccountId,
    list: ListId,
    name: Option<&str>,
    description: Option<&str>,
) -> Result<ListRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::list::update_for(&mut tx, account, list, name, description).await?;
    let row = db::list::find_for(&mut tx, account, list, None).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    Ok(row)
}

pub async fn delete(app: &App, account: AccountId, list: ListId) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::list::delete_for(&mut tx, account, list).await?;
    tx.commit().await?;
    Ok(())
}

pub async fn add(app: &App, account: AccountId, list: ListId, product: ProductId) -> Result<ListRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::list::lock_for(&mut tx, account, list).await? {
        return Err(NOT_FOUND);
    }
    if !db::like::is_for_sale(&mut tx, product.0).await? {
        return Err(Error::NotFound("product_not_found"));
    }

    let is_new = db::list::add(&mut tx, list, product, app.clock.now()).await?;
    if is_new && db::list::length(&mut tx, list.0).await? > MAX_PRODUCTS {
        return Err(Error::conflict("list_full"));
    }

    let row = db::list::find_for(&mut tx, account, list, Some(product)).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    Ok(row)
}

/// Also removes a product that is no longer for sale.
pub async fn remove(app: &App, account: AccountId, list: ListId, product: ProductId) -> Result<ListRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::list::lock_for(&mut tx, account, list).await? {
        return Err(NOT_FOUND);
    }
    db::list::remove(&mut tx, list, product).await?;
    let row = db::list::find_for(&mut tx, account, list, Some(product)).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    Ok(row)
}
