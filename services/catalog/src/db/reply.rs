//! Stores replies to reviews.

use chrono::{DateTime, Utc};
use kit::{
    Language,
    id::{AccountId, ReviewId},
    page::Page,
};
use sqlx::PgConnection;

use super::review::ReviewedProduct;
use crate::domain::{review::State, suspicion::Suspicion};

const MAX_REPLIES_PER_REVIEW: i64 = 50;

pub struct ReplyRow {
    pub review_reply_id: i64,
    pub review_id: i64,
    pub author: String,
    pub is_shop: bool,
    pub text: String,
    pub state: String,
    pub created_at: DateTime<Utc>,
}

/// Returns replies, oldest first.
pub async fn of_reviews(tx: &mut PgConnection, reviews: &[i64]) -> sqlx::Result<Vec<ReplyRow>> {
    sqlx::query_as!(
        ReplyRow,
        "select reply.review_reply_id, reply.review_id, reply.author, reply.is_shop, reply.text, reply.state,
                reply.created_at
         from unnest($1::bigint[]) as requested (review_id)
         cross join lateral (
             select *
             from review_reply
             where review_reply.review_id = requested.review_id and review_reply.state = 'published'
             order by review_reply.created_at, review_reply.review_reply_id
             limit $2
         ) as reply
         order by reply.created_at, reply.review_reply_id",
        reviews,
        MAX_REPLIES_PER_REVIEW,
    )
    .fetch_all(tx)
    .await
}

pub struct PublishedReview {
    /// `None` if the account was erased.
    pub account_id: Option<i64>,
    pub product_id: i64,
}

/// Locks the review against deletion.
pub async fn lock_published_review(tx: &mut PgConnection, review: i64) -> sqlx::Result<Option<PublishedReview>> {
    sqlx::query_as!(
        PublishedReview,
        "select account_id, product_id from review where review_id = $1 and state = 'published' for key share",
        review,
    )
    .fetch_optional(tx)
    .await
}

/// Returns an earlier reply of the account with the same text.
pub async fn find_same_for(
    tx: &mut PgConnection,
    account: AccountId,
    review: ReviewId,
    text: &str,
) -> sqlx::Result<Option<ReplyRow>> {
    sqlx::query_as!(
        ReplyRow,
        "select review_reply_id, review_id, author, is_shop, text, state, created_at
         from review_reply
         where account_id = $1 and review_id = $2 and text = $3
         limit 1",
        account.0,
        review.0,
        text,
    )
    .fetch_optional(tx)
    .await
}

pub struct NewReply<'a> {
    pub review: i64,
    pub author: &'a str,
    pub is_shop: bool,
    pub text: &'a str,
    pub state: State,
    pub suspicion: Option<Suspicion>,
    pub now: DateTime<Utc>,
}

pub async fn insert_for(tx: &mut PgConnection, account: i64, new: NewReply<'_>) -> sqlx::Result<ReplyRow> {
    sqlx::query_as!(
        ReplyRow,
        "insert into review_reply (review_id, account_id, author, is_shop, text, state, suspicion, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         returning review_reply_id, review_id, author, is_shop, text, state, created_at",
        new.review,
        account,
        new.author,
        new.is_shop,
        new.text,
        new.state.name(),
        new.suspicion.map(Suspicion::name),
        new.now,
    )
    .fetch_one(tx)
    .await
}

pub struct OwnReply {
    pub reply: ReplyRow,
    /// The moderator's reason.
    pub reason: Option<String>,
    pub review_author: String,
    /// `None` unless the review is published.
    pub review_text: Option<String>,
    pub product: ReviewedProduct,
}

/// Returns replies in every state, newest first.
pub async fn page_for(
    tx: &mut PgConnection,
    account: i64,
    language: Language,
    page: Page,
) -> sqlx::Result<Vec<OwnReply>> {
    let rows = sqlx::query!(
        r#"select reply.review_reply_id, reply.review_id, reply.author, reply.is_shop, reply.text, reply.state,
                  reply.created_at, reply.reason,

                  review.author as review_author,
                  case when review.state = 'published' then review.text end as review_text,

                  product.product_id,
                  coalesce(product.name ->> $2, product.name ->> 'az') as "name!",
                  product.slug,
                  coalesce(product.pictures[1], '') as "image_url!"
           from review_reply as reply
           join review on review.review_id = reply.review_id
           join product on product.product_id = review.product_id
           where reply.account_id = $1
           order by reply.created_at desc, reply.review_reply_id desc
           limit $3
           offset $4"#,
        account,
        language.code(),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await?;
    let own = rows.into_iter().map(|row| OwnReply {
        reply: ReplyRow {
            review_reply_id: row.review_reply_id,
            review_id: row.review_id,
            author: row.author,
            is_shop: row.is_shop,
            text: row.text,
            state: row.state,
            created_at: row.created_at,
        },
        reason: row.reason,
        review_author: row.review_author,
        review_text: row.review_text,
        product: ReviewedProduct {
            product_id: row.product_id,
            name: row.name,
            slug: row.slug,
            image_url: row.image_url,
        },
    });
    Ok(own.collect())
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from review_reply where account_id = $1"#, account)
        .fetch_one(tx)
        .await
}

/// The texts stay.
pub async fn anonymise_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update review_reply set account_id = null, author = '' where account_id = $1", account)
        .execute(tx)
        .await?;
    Ok(())
}
