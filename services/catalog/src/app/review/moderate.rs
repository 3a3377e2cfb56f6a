use kit::{Error, Result, identity::Caller};
use proto::catalog::{ReviewAnswered, ReviewDecided};
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

/// Publishes or rejects a review or reply, and records it in the audit log. Repeating a decision changes nothing.
/// `grpc/reviews.rs` has checked that `operator` is one.
pub async fn moderate(app: &App, operator: &Caller, text: ModeratedText, decision: &Decision) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    let (state, reason) = decision.state_and_reason();
    let decided = match text {
        ModeratedText::Review(review) => decide_review(&mut tx, review, state, reason).await?,
        ModeratedText::Reply(reply) => decide_reply(&mut tx, reply, state, reason).await?,
    };
    // The text already had this state.
    let Some(decided) = decided else { return Ok(()) };
    let (action, subject) = match (text, state == State::Published) {
        (ModeratedText::Review(id), true) => ("review_published", id),
        (ModeratedText::Review(id), false) => ("review_rejected", id),
        (ModeratedText::Reply(id), true) => ("reply_published", id),
        (ModeratedText::Reply(id), false) => ("reply_rejected", id),
    };
    db::audit::insert(&mut tx, operator.account, action, subject, app.clock.now()).await?;
    notify(&mut tx, text, &decided, state, reason).await?;
    tx.commit().await?;
    tracing::info!(subject.id = subject, "{action}: {subject}");
    Ok(())
}

async fn decide_review(
    tx: &mut PgConnection,
    review: i64,
    state: State,
    reason: Option<&str>,
) -> Result<Option<DecidedText>> {
    let product = db::moderation::product_of(tx, review).await?.ok_or(Error::NotFound("review_not_found"))?;
    db::rating::lock(tx, product).await?;
    let decided = db::moderation::decide_review(tx, review, state, reason).await?;
    update_ratings(tx, &[product]).await?;
    Ok(decided)
}

async fn decide_reply(
    tx: &mut PgConnection,
    reply: i64,
    state: State,
    reason: Option<&str>,
) -> Result<Option<DecidedText>> {
    if !db::moderation::reply_exists(tx, reply).await? {
        return Err(Error::NotFound("reply_not_found"));
    }
    Ok(db::moderation::decide_reply(tx, reply, state, reason).await?)
}

/// Notifies the writer and, if a reply was published, the reviewer, unless both are the same account. Erased accounts are
/// not notified.
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
    let reviewer = if reviewer == writer { None } else { reviewer };
    if let (ModeratedText::Reply(_), true, Some(account_id)) = (text, is_published, reviewer) {
        outbox::append(tx, &ReviewAnswered { review_id, account_id, product_id }).await?;
    }
    Ok(())
}
