use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{
        ListReviewsRequest, MyRepliesRequest, MyReply, MyReview, MyReviewsRequest, RatingSummary, ReplyRequest, Review,
        ReviewReply, ReviewSort, WithdrawReviewRequest, WriteReviewRequest,
    },
    common::Done,
    json::enumeration,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::page::PageQuery;
use crate::{
    extract::{Caller, Json, Query, Segment, Visitor},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub const NO_SUCH_REVIEW: &str = "review_not_found";

pub fn public_routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list))
}

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(write))
        .routes(routes!(withdraw))
        .routes(routes!(post_reply))
        .routes(routes!(mine))
        .routes(routes!(my_replies))
}

/// A page of reviews, with the summary of all.
#[derive(Serialize, ToSchema)]
pub struct ReviewListing {
    pub reviews: Vec<Review>,
    /// Covers all published reviews of the product, regardless of the filter.
    pub summary: RatingSummary,
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct ReviewQuery {
    /// Newest first if absent
    #[serde(deserialize_with = "enumeration::deserialize::<ReviewSort, _>")]
    #[param(value_type = Option<ReviewSort>)]
    sort: i32,
    /// Only reviews with this number of stars
    rating: Option<i32>,
    /// Only reviews of buyers of the product in this shop
    verified: Option<bool>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// The reviews of a product
#[utoipa::path(get, path = "/product/{id}/reviews", operation_id = "listReviews", tag = "reviews",
    params(("id" = String, Path, description = "A product's slug or id"), ReviewQuery),
    responses((status = OK, description = "A page of published reviews, with the rating", body = Paged<ReviewListing>)))]
async fn list(
    State(services): State<Services>,
    visitor: Visitor,
    Segment(product): Segment,
    Query(query): Query<ReviewQuery>,
) -> PagedReply<ReviewListing> {
    let ReviewQuery { sort, rating, verified, page, per_page } = query;
    let request = ListReviewsRequest { product, sort, rating, verified, page, per_page };
    let response = retry(async || services.reviews().list(visitor.request(request.clone())).await).await;
    reply_paged(response, |page| {
        (ReviewListing { reviews: page.reviews, summary: page.summary.unwrap_or_default() }, page.meta)
    })
}

#[derive(Deserialize, ToSchema)]
pub struct Opinion {
    #[schema(minimum = 1, maximum = 5)]
    rating: i32,
    /// 10 to 2,000 characters.
    text: String,
}

/// Write or replace the caller's review of a product
///
/// A text that contains a link, a phone number, an e-mail address or mostly capitals waits for a moderator; its `state` is then `pending`.
#[utoipa::path(post, path = "/product/{id}/reviews", operation_id = "writeReview",
    tag = "reviews", request_body = Opinion,
    params(("id" = i64, Path, description = "A product's id")), security(("bearer" = [])),
    responses((status = OK, description = "The caller's review", body = Data<Review>)))]
async fn write(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(Opinion { rating, text }): Json<Opinion>,
) -> Reply<Review> {
    let request = WriteReviewRequest { product_id: segment.id("product_not_found")?, rating, text };
    reply(services.reviews().write(caller.request(request)).await)
}

/// Delete the caller's review
#[utoipa::path(delete, path = "/review/{id}", operation_id = "deleteReview", tag = "reviews", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A review's id")),
    responses((status = OK, description = "The review is deleted", body = Data<Done>)))]
async fn withdraw(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = WithdrawReviewRequest { id: segment.id(NO_SUCH_REVIEW)? };
    reply(services.reviews().withdraw(caller.request(request)).await)
}

#[derive(Deserialize, ToSchema)]
pub struct Remark {
    text: String,
}

/// Reply to a review
#[utoipa::path(post, path = "/review/{id}/reply", operation_id = "replyToReview",
    tag = "reviews", request_body = Remark,
    params(("id" = i64, Path, description = "A review's id")), security(("bearer" = [])),
    responses((status = OK, description = "The reply", body = Data<ReviewReply>)))]
async fn post_reply(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(Remark { text }): Json<Remark>,
) -> Reply<ReviewReply> {
    let request = ReplyRequest { review_id: segment.id(NO_SUCH_REVIEW)?, text };
    reply(services.reviews().reply(caller.request(request)).await)
}

/// The caller's own reviews in any state, newest first
#[utoipa::path(get, path = "/user/reviews", operation_id = "listMyReviews",
    tag = "reviews", params(PageQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of the caller's reviews", body = Paged<Vec<MyReview>>)))]
async fn mine(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> PagedReply<Vec<MyReview>> {
    let request = MyReviewsRequest { page: query.page, per_page: query.per_page };
    let response = retry(async || services.reviews().mine(caller.request(request)).await).await;
    reply_paged(response, |page| (page.reviews, page.meta))
}

/// The caller's own replies in any state, newest first
#[utoipa::path(get, path = "/user/replies", operation_id = "listMyReplies",
    tag = "reviews", params(PageQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of the caller's replies", body = Paged<Vec<MyReply>>)))]
async fn my_replies(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> PagedReply<Vec<MyReply>> {
    let request = MyRepliesRequest { page: query.page, per_page: query.per_page };
    let response = retry(async || services.reviews().my_replies(caller.request(request)).await).await;
    reply_paged(response, |page| (page.replies, page.meta))
}
