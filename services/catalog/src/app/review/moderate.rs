//! Moderators' decisions about suspicious reviews and replies.

use audit::Entry;
use kit::{Error, Result, identity::Caller, security};
use proto::catalog::{ReviewAnswered, ReviewDecided};
use serde_json::json;
use sqlx::PgConnection;

use super::update_ratings;
use crate::{
    App,
    db::{self, moderation::DecidedText},
    domain::review::State,
};

#[derive(Debug, Clone, Copy)]
pub enum ModeratedText {
    Review(i64),
    Reply(i64),
}

/// The writer of the text gets the reason.
#[derive(Debug)]
pub enum Decision {
    Publish { reason: Option<String> },
    Reject { reason: String },
}

impl Decision {
    fn state_and_reason(&self) -> (State, Option<&str>) {
        match self {
            Self::Publish { reason } => (State::Published, reason.as_deref()),
            Self::Reject { reason } => (State::Rejected, Some(reason)),
        }
    }
}

/// Idempotent.
pub async fn moderate(app: &App, operator: &Caller, text: ModeratedText, decision: &Decision) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let (state, reason) = decision.state_and_reason();
    let (state_before, decided) = match text {
        ModeratedText::Review(review) => decide_review(&mut tx, operator, review, state, reason).await?,
        ModeratedText::Reply(reply) => decide_reply(&mut tx, operator, reply, state, reason).await?,
    };
    let Some(decided) = decided else { return Ok(()) };

    let is_published = state == State::Published;
    let (kind, subject, action) = match text {
        ModeratedText::Review(id) => ("review", id, if is_published { "review_published" } else { "review_rejected" }),
        ModeratedText::Reply(id) => ("reply", id, if is_published { "reply_published" } else { "reply_rejected" }),
    };
    let entry =
        Entry::new(action, kind, subject).changed(json!({"state": state_before}), json!({"state": state.name()}));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    notify(&mut tx, text, &decided, state, reason).await?;
    tx.commit().await?;
    tracing::info!(subject.id = subject, "{action}: {subject}");
    Ok(())
}

/// Operators must not decide about their own texts.
fn require_other_person(operator: &Caller, writer: Option<i64>) -> Result<()> {
    if writer == Some(operator.account) {
        security::refused("own_decision");
        return Err(Error::NotAllowed("conflict_of_interest"));
    }
    Ok(())
}

/// Returns the state before, and the text, or `None` if it already had the new state.
async fn decide_review(
    tx: &mut PgConnection,
    operator: &Caller,
    review: i64,
    state: State,
    reason: Option<&str>,
) -> Result<(String, Option<DecidedText>)> {
    let not_found = || Error::NotFound("review_not_found");
    let moderated = db::moderation::review(tx, review).await?.ok_or_else(not_found)?;
    require_other_person(operator, moderated.writer)?;
    db::rating::lock(tx, moderated.product_id).await?;
    let before = db::moderation::lock_review(tx, review).await?.ok_or_else(not_found)?;

    let decided = db::moderation::decide_review(tx, review, state, reason).await?;
    update_ratings(tx, &[moderated.product_id]).await?;
    Ok((before, decided))
}

async fn decide_reply(
    tx: &mut PgConnection,
    operator: &Caller,
    reply: i64,
    state: State,
    reason: Option<&str>,
) -> Result<(String, Option<DecidedText>)> {
    let not_found = || Error::NotFound("reply_not_found");
    let writer = db::moderation::writer_of_reply(tx, reply).await?.ok_or_else(not_found)?;
    require_other_person(operator, writer)?;
    let before = db::moderation::lock_reply(tx, reply).await?.ok_or_else(not_found)?;
    Ok((before, db::moderation::decide_reply(tx, reply, state, reason).await?))
}

/// Tells the writer and, of a published reply, the reviewer. Erased accounts are `None`.
async fn notify(
    tx: &mut PgConnection,
    text: ModeratedText,
    decided: &DecidedText,
    state: State,
    reason: Option<&str>,
) -> Result<()> {
    let &DecidedText { review_id, product_id, writer, reviewer } = decided;
    let is_published = state == State::Published;
    if let Some(account_id) = writer {
        let reason = reason.map(str::to_owned);
        let event = ReviewDecided { review_id, account_id, product_id, is_published, reason };
        outbox::append(tx, &event).await?;
    }

    let is_published_reply = is_published && matches!(text, ModeratedText::Reply(_));
    let is_own_review = reviewer == writer;
    if let Some(account_id) = reviewer
        && is_published_reply
        && !is_own_review
    {
        outbox::append(tx, &ReviewAnswered { review_id, account_id, product_id }).await?;
    }
    Ok(())
}
