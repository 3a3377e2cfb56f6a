//! Converts reviews and replies to messages.

use std::collections::HashMap;

use proto::{
    catalog::{AnsweredReview, MyReply, MyReview, QueuedText, Review, ReviewReply, ReviewState, ReviewedProduct},
    json::{from_name, to_timestamp},
};

use crate::db::{
    moderation,
    reply::{OwnReply, ReplyRow},
    review::{OwnReview, ReviewRow, ReviewedProduct as ProductRow},
};

/// `visitor` is the account that reads the reviews.
pub fn with_replies(rows: Vec<ReviewRow>, replies: Vec<ReplyRow>, visitor: Option<i64>) -> Vec<Review> {
    let mut replies = by_review(replies);
    let reviews = rows.into_iter().map(|row| {
        let replies = replies.remove(&row.review_id).unwrap_or_default();
        Review { replies, ..review(row, visitor) }
    });
    reviews.collect()
}

pub fn mine(rows: Vec<OwnReview>, replies: Vec<ReplyRow>, account: i64) -> Vec<MyReview> {
    let mut replies = by_review(replies);
    let reviews = rows.into_iter().map(|own| {
        let replies = replies.remove(&own.review.review_id).unwrap_or_default();
        let review = Some(Review { replies, ..review(own.review, Some(account)) });
        MyReview { review, product: Some(product(own.product)), reason: own.reason }
    });
    reviews.collect()
}

pub fn my_reply(own: OwnReply) -> MyReply {
    let review = AnsweredReview { id: own.reply.review_id, author: own.review_author, text: own.review_text };
    MyReply {
        reply: Some(reply(own.reply)),
        review: Some(review),
        product: Some(product(own.product)),
        reason: own.reason,
    }
}

fn by_review(replies: Vec<ReplyRow>) -> HashMap<i64, Vec<ReviewReply>> {
    let mut by_review: HashMap<_, Vec<_>> = HashMap::new();
    for row in replies {
        by_review.entry(row.review_id).or_default().push(reply(row));
    }
    by_review
}

pub fn review(row: ReviewRow, visitor: Option<i64>) -> Review {
    Review {
        id: row.review_id,
        rating: row.rating.into(),
        text: row.text,
        author: row.author,
        is_verified: row.is_verified,
        state: state(&row.state),
        created_at: Some(to_timestamp(row.created_at)),
        updated_at: row.updated_at.map(to_timestamp),
        replies: Vec::new(),
        is_mine: visitor.is_some() && row.account_id == visitor,
    }
}

pub fn reply(row: ReplyRow) -> ReviewReply {
    ReviewReply {
        id: row.review_reply_id,
        text: row.text,
        author: row.author,
        is_shop: row.is_shop,
        state: state(&row.state),
        created_at: Some(to_timestamp(row.created_at)),
    }
}

pub fn queued(row: moderation::QueuedTextRow) -> QueuedText {
    QueuedText {
        id: row.id,
        is_reply: row.is_reply,
        rating: row.rating.into(),
        text: row.text,
        author: row.author,
        state: state(&row.state),
        product: Some(product(row.product)),
        created_at: Some(to_timestamp(row.created_at)),
        suspicion: row.suspicion,
    }
}

fn product(row: ProductRow) -> ReviewedProduct {
    ReviewedProduct { id: row.product_id, name: row.name, slug: row.slug, image_url: row.image_url }
}

fn state(name: &str) -> i32 {
    from_name::<ReviewState>(name).unwrap_or_default().into()
}
