//! Customers follow stores, to hear of their campaigns. Following twice, or unfollowing twice, changes nothing.
//!
//! The store's number of followers changes in the same transaction as the follower's row, so the number is exact even
//! with concurrent requests.

use kit::{
    Error, Language, Result,
    id::{AccountId, StoreId},
};

use crate::{
    App,
    db::{self, store::StoreRow},
};

/// Follows a store, which is named by its slug or its id. Returns the store with its new number of followers.
pub async fn follow(app: &App, account: i64, slug_or_id: &str, language: Language) -> Result<StoreRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let store = find(&mut tx, language, slug_or_id).await?.store_id;
    if db::follower::insert_for(&mut tx, AccountId(account), StoreId(store), app.clock.now()).await? {
        db::store::add_followers(&mut tx, &[store], 1).await?;
    }
    let row = find(&mut tx, language, &store.to_string()).await?;
    tx.commit().await?;
    Ok(row)
}

/// Unfollows a store, and returns the store with its new number of followers.
pub async fn unfollow(app: &App, account: i64, slug_or_id: &str, language: Language) -> Result<StoreRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let store = find(&mut tx, language, slug_or_id).await?.store_id;
    if db::follower::delete_for(&mut tx, AccountId(account), StoreId(store)).await? {
        db::store::add_followers(&mut tx, &[store], -1).await?;
    }
    let row = find(&mut tx, language, &store.to_string()).await?;
    tx.commit().await?;
    Ok(row)
}

async fn find(tx: &mut sqlx::PgConnection, language: Language, slug_or_id: &str) -> Result<StoreRow> {
    db::store::find(tx, language, slug_or_id).await?.ok_or(Error::NotFound("store_not_found"))
}
