//! Likes and their removal. Repeating either changes nothing and publishes no event.

use kit::{Error, Result};
use proto::catalog::ProductLiked;

use crate::{App, db};

/// Returns how many products the account likes.
pub async fn like(app: &App, account: i64, product: i64) -> Result<i64> {
    let mut tx = app.pool.begin().await?;
    if !db::like::is_for_sale(&mut tx, product).await? {
        return Err(Error::NotFound("product_not_found"));
    }
    if db::like::insert(&mut tx, account, product, app.clock.now()).await? {
        outbox::append(&mut tx, &ProductLiked { product_id: product, account_id: account, is_liked: true }).await?;
    }
    let count = db::like::count_for(&mut tx, account).await?;
    tx.commit().await?;
    Ok(count)
}

/// Products that are no longer for sale can be removed as well.
pub async fn unlike(app: &App, account: i64, product: i64) -> Result<i64> {
    let mut tx = app.pool.begin().await?;
    if db::like::delete(&mut tx, account, product).await? {
        outbox::append(&mut tx, &ProductLiked { product_id: product, account_id: account, is_liked: false }).await?;
    } else if !db::like::exists(&mut tx, product).await? {
        return Err(Error::NotFound("product_not_found"));
    }
    let count = db::like::count_for(&mut tx, account).await?;
    tx.commit().await?;
    Ok(count)
}
