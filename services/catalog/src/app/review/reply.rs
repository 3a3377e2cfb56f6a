//! Replies to reviews.

use kit::{
    Error, Result,
    id::{AccountId, ReviewId},
};
use proto::catalog::ReviewAnswered;

use super::{super::quota::spend, Writer};
use crate::{
    App,
    db::{
        self,
        daily_quota::Kind,
        reply::{NewReply, ReplyRow},
    },
    domain::review::{REPLIES_PER_DAY, State, screen},
};

/// Sending the same text again returns the existing reply. Replies of the shop are not screened.
pub async fn reply(app: &App, writer: &Writer, review: i64, text: &str) -> Result<ReplyRow> {
    let profile = app.accounts.me(&writer.call_context).await?;
    let (state, suspicion) = if writer.is_shop { (State::Published, None) } else { screen(text) };

    let mut tx = kit::db::begin(&app.pool).await?;
    let review_row =
        db::reply::lock_published_review(&mut tx, review).await?.ok_or(Error::NotFound("review_not_found"))?;
    if let Some(existing) = db::reply::find_same_for(&mut tx, AccountId(writer.account), ReviewId(review), text).await?
    {
        return Ok(existing);
    }

    spend(&mut tx, app, writer.account, Kind::Reply, REPLIES_PER_DAY).await?;
    let new = NewReply {
        review,
        author: &profile.display_name,
        is_shop: writer.is_shop,
        text,
        state,
        suspicion,
        now: app.clock.now(),
    };
    let row = db::reply::insert_for(&mut tx, writer.account, new).await?;

    if state == State::Published
        && let Some(reviewer) = review_row.account_id.filter(|reviewer| *reviewer != writer.account)
    {
        let event = ReviewAnswered { review_id: review, account_id: reviewer, product_id: review_row.product_id };
        outbox::append(&mut tx, &event).await?;
    }
    tx.commit().await?;
    Ok(row)
}
