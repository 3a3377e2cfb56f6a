//! Likes: an account's favourite products. Idempotent.

use kit::{
    Error, Result,
    id::{AccountId, ProductId},
};
use proto::catalog::ProductLiked;

use crate::{App, db};

/// Returns the number of likes.
pub async fn like(app: &App, account: AccountId, product: ProductId) -> Result<i64> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::like::is_for_sale(&mut tx, product.0).await? {
        return Err(Error::NotFound("product_not_found"));
    }
    if db::like::insert(&mut tx, account, product, app.clock.now()).await? {
        outbox::append(&mut tx, &ProductLiked { product_id: product.0, account_id: account.0, is_liked: true }).await?;
    }
    let count = db::like::count_for(&mut tx, account.0).await?;
    tx.commit().await?;
    Ok(count)
}

/// Works also for a product that is no longer for sale. Returns the number of likes.
pub async fn unlike(app: &App, account: AccountId, product: ProductId) -> Result<i64> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if db::like::delete(&mut tx, account, product).await? {
        outbox::append(&mut tx, &ProductLiked { product_id: product.0, account_id: account.0, is_liked: false })
            .await?;
    } else if !db::like::exists(&mut tx, product.0).await? {
        return Err(Error::NotFound("product_not_found"));
    }
    let count = db::like::count_for(&mut tx, account.0).await?;
    tx.commit().await?;
    Ok(count)
}
