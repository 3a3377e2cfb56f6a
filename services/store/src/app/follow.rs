//! Following a store and no longer following it: each twice is once. The row says whether somebody follows, and whoever
//! adds or removes it counts, in the same transaction: the count is exact whoever comes at once.

use kit::{Error, Language, Result};

use crate::{
    App,
    db::{self, store::Row},
};

/// The store as it is then.
pub async fn follow(app: &App, account: i64, slug_or_id: &str, language: Language) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    let store = find(&mut tx, language, slug_or_id).await?.store_id;
    if db::follower::insert_for(&mut tx, account, store, app.clock.now()).await? {
        db::store::add_followers(&mut tx, &[store], 1).await?;
    }
    let row = find(&mut tx, language, &store.to_string()).await?;
    tx.commit().await?;
    Ok(row)
}

/// The store as it is then.
pub async fn unfollow(app: &App, account: i64, slug_or_id: &str, language: Language) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    let store = find(&mut tx, language, slug_or_id).await?.store_id;
    if db::follower::delete_for(&mut tx, account, store).await? {
        db::store::add_followers(&mut tx, &[store], -1).await?;
    }
    let row = find(&mut tx, language, &store.to_string()).await?;
    tx.commit().await?;
    Ok(row)
}

async fn find(tx: &mut sqlx::PgConnection, language: Language, slug_or_id: &str) -> Result<Row> {
    db::store::find(tx, language, slug_or_id).await?.ok_or(Error::NotFound("store_not_found"))
}
