//! Writes and edits reviews. An account has at most one review of a product.

use kit::{
    Error, Result,
    id::{AccountId, ProductId},
};
use sqlx::PgConnection;

use super::{super::quota::spend, Writer, update_ratings};
use crate::{
    App,
    db::{
        self,
        daily_quota::Kind,
        review::{NewReview, ReviewRow},
    },
    domain::review::{Draft, REVIEWS_PER_DAY, screen},
};

/// Sending the same review again changes nothing, so a rejected text stays rejected.
pub async fn write(app: &App, writer: &Writer, product: i64, draft: &Draft) -> Result<ReviewRow> {
    let profile = app.accounts.me(&writer.call_context).await?;
    let (state, suspicion) = screen(&draft.text);

    let mut tx = kit::db::begin(&app.pool).await?;
    let is_for_sale = db::rating::lock(&mut tx, product).await?;
    if is_for_sale != Some(true) {
        return Err(Error::NotFound("product_not_found"));
    }
    let (account, product_id) = (AccountId(writer.account), ProductId(product));
    let existing = db::review::find_for(&mut tx, account, product_id).await?;
    let is_same = |review: &ReviewRow| review.rating == draft.rating && review.text == draft.text;
    if let Some(existing) = existing.filter(is_same) {
        return Ok(existing);
    }

    spend(&mut tx, app, writer.account, Kind::Review, REVIEWS_PER_DAY).await?;
    let is_verified = db::purchase::exists_for(&mut tx, account, product_id).await?;
    let author = profile.display_name.as_str();
    let new = NewReview { product, author, draft, state, suspicion, is_verified, now: app.clock.now() };
    db::review::save_for(&mut tx, writer.account, new).await?;
    update_ratings(&mut tx, &[product]).await?;
    let row = find_own(&mut tx, account, product_id).await?;
    tx.commit().await?;
    Ok(row)
}

async fn find_own(tx: &mut PgConnection, account: AccountId, product: ProductId) -> Result<ReviewRow> {
    db::review::find_for(tx, account, product).await?.ok_or(Error::NotFound("review_not_found"))
}
