//! Reads and decides reviews and replies for moderators.

use chrono::{DateTime, Utc};
use kit::{Language, page::Page};
use sqlx::PgConnection;

use super::review::ReviewedProduct;
use crate::domain::review::State;

pub struct QueuedTextRow {
    pub id: i64,
    pub is_reply: bool,
    /// 0 for a reply.
    pub rating: i16,
    pub text: String,
    pub author: String,
    pub state: String,
    /// Why the text waits.
    pub suspicion: Option<String>,
    pub created_at: DateTime<Utc>,
    pub product: ReviewedProduct,
}

/// Returns the texts in `state`, oldest first.
pub async fn page(
    tx: &mut PgConnection,
    language: Language,
    state: State,
    page: Page,
) -> sqlx::Result<Vec<QueuedTextRow>> {
    let rows = sqlx::query!(
        r#"with queued as not materialized (
               select review_id as id, false as is_reply, rating, text, author, state, suspicion,
                      coalesce(updated_at, created_at) as created_at, product_id
               from review
               where state = $1

               union all
               select review_reply_id, true, 0::smallint, review_reply.text, review_reply.author, review_reply.state,
                      review_reply.suspicion, review_reply.created_at, review.product_id
               from review_reply
               join review on review.review_id = review_reply.review_id
               where review_reply.state = $1
           )
           select queued.id as "id!", queued.is_reply as "is_reply!", queued.rating as "rating!",
                  queued.text as "text!", queued.author as "author!", queued.state as "state!", queued.suspicion,
                  queued.created_at as "created_at!", product.product_id,
                  coalesce(product.name ->> $2, product.name ->> 'az') as "name!", product.slug,
                  coalesce(product.pictures[1], '') as "image_url!"
           from queued
           join product on product.product_id = queued.product_id
           order by queued.created_at, queued.is_reply, queued.id
           limit $3
           offset $4"#,
        state.name(),
        language.code(),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await?;
    let queued = rows.into_iter().map(|row| QueuedTextRow {
        id: row.id,
        is_reply: row.is_reply,
        rating: row.rating,
        text: row.text,
        author: row.author,
        state: row.state,
        suspicion: row.suspicion,
        created_at: row.created_at,
        product: ReviewedProduct {
            product_id: row.product_id,
            name: row.name,
            slug: row.slug,
            image_url: row.image_url,
        },
    });
    Ok(queued.collect())
}

pub async fn count(tx: &mut PgConnection, state: State) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select (select count(*) from review where state = $1)
                + (select count(*) from review_reply where state = $1) as "count!""#,
        state.name(),
    )
    .fetch_one(tx)
    .await
}

pub struct ModeratedReview {
    pub product_id: i64,
    /// `None` if the account is erased.
    pub writer: Option<i64>,
}

pub async fn review(tx: &mut PgConnection, review: i64) -> sqlx::Result<Option<ModeratedReview>> {
    sqlx::query_as!(
        ModeratedReview,
        "select product_id, account_id as writer from review where review_id = $1",
        review,
    )
    .fetch_optional(tx)
    .await
}

pub struct DecidedText {
    pub review_id: i64,
    pub product_id: i64,
    /// `None` if the account is erased.
    pub writer: Option<i64>,
    /// Equals `writer` unless the text is a reply.
    pub reviewer: Option<i64>,
}

/// `None` if the review already had this state.
pub async fn decide_review(
    tx: &mut PgConnection,
    review: i64,
    state: State,
    reason: Option<&str>,
) -> sqlx::Result<Option<DecidedText>> {
    sqlx::query_as!(
        DecidedText,
        "update review
         set state = $2, reason = $3, suspicion = null
         where review_id = $1 and state <> $2
         returning review_id, product_id, account_id as writer, account_id as reviewer",
        review,
        state.name(),
        reason,
    )
    .fetch_optional(tx)
    .await
}

/// `None` if the reply already had this state.
pub async fn decide_reply(
    tx: &mut PgConnection,
    reply: i64,
    state: State,
    reason: Option<&str>,
) -> sqlx::Result<Option<DecidedText>> {
    sqlx::query_as!(
        DecidedText,
        "update review_reply
         set state = $2, reason = $3, suspicion = null
         from review
         where review_reply.review_reply_id = $1
         and review_reply.state <> $2
         and review.review_id = review_reply.review_id
         returning review.review_id, review.product_id,
                   review_reply.account_id as writer, review.account_id as reviewer",
        reply,
        state.name(),
        reason,
    )
    .fetch_optional(tx)
    .await
}

/// `None` if there is no such reply, `Some(None)` if its account was erased.
pub async fn writer_of_reply(tx: &mut PgConnection, reply: i64) -> sqlx::Result<Option<Option<i64>>> {
    sqlx::query_scalar!("select account_id from review_reply where review_reply_id = $1", reply)
        .fetch_optional(tx)
        .await
}

pub async fn lock_review(tx: &mut PgConnection, review: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select state from review where review_id = $1 for update", review).fetch_optional(tx).await
}

pub async fn lock_reply(tx: &mut PgConnection, reply: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select state from review_reply where review_reply_id = $1 for update", reply)
        .fetch_optional(tx)
        .await
}
