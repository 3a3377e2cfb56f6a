//! Deletes a shopper's own review.

use kit::{
    Result,
    id::{AccountId, ReviewId},
};

use super::update_ratings;
use crate::{App, db};

/// Idempotent.
pub async fn withdraw(app: &App, account: AccountId, review: ReviewId) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some(product) = db::review::product_for(&mut tx, account, review).await? else { return Ok(()) };
    db::rating::lock(&mut tx, product).await?;
    db::review::delete_for(&mut tx, account, review).await?;
    update_ratings(&mut tx, &[product]).await?;
    tx.commit().await?;
    Ok(())
}
