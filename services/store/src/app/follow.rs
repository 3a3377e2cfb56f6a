//! Customers follow stores. Both operations are idempotent, and keep the follower count exact under concurrency.

use kit::{
    Error, Language, Result,
    id::{AccountId, StoreId},
};

use crate::{
    App,
    db::{self, store::StoreRow},
};

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
