//! Reviews and replies that staff accepts or refuses.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{ModerateRequest, QueuedText, ReviewQueueRequest, ReviewState},
    common::Done,
    json::enumeration,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::reviews::NO_SUCH_REVIEW;
use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(queue)).routes(routes!(moderate_review)).routes(routes!(moderate_reply))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct QueueQuery {
    /// Pending if absent
    #[serde(deserialize_with = "enumeration::deserialize::<ReviewState, _>")]
    #[param(value_type = Option<ReviewState>)]
    state: i32,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: reviews and replies by state, oldest first
#[utoipa::path(get, path = "/admin/reviews", operation_id = "listModerationQueue",
    extensions(("x-rpc" = json!("catalog.v1.Reviews/Queue"))),
    tag = "reviews", params(QueueQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of reviews and replies", body = Paged<Vec<QueuedText>>)))]
async fn queue(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<QueueQuery>,
) -> PagedReply<Vec<QueuedText>> {
    let QueueQuery { state, page, per_page } = query;
    let request = ReviewQueueRequest { state, page, per_page };
    let response = retry(async || services.reviews().queue(caller.request(request)).await).await;
    reply_paged(response, |page| (page.texts, page.meta))
}

#[derive(Deserialize, ToSchema)]
pub struct Verdict {
    #[serde(default)]
    #[schema(required = true)]
    publish: bool,
    /// Shown to the author, 3 to 500 characters. Required to reject.
    #[serde(default)]
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

impl Verdict {
    fn into_request(self, id: i64) -> ModerateRequest {
        ModerateRequest { id, is_reply: false, publish: self.publish, reason: self.reason }
    }
}

/// For operators: publish or reject a review
#[utoipa::path(post, path = "/admin/reviews/{id}", operation_id = "moderateReview",
    extensions(("x-rpc" = json!("catalog.v1.Reviews/Moderate"))),
    tag = "reviews", request_body = Verdict,
    params(("id" = i64, Path, description = "A review's id")), security(("bearer" = [])),
    responses((status = OK, description = "The decision was saved", body = Data<Done>)))]
async fn moderate_review(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(verdict): Json<Verdict>,
) -> Reply<Done> {
    let request = verdict.into_request(segment.id(NO_SUCH_REVIEW)?);
    reply(services.reviews().moderate(caller.request(request)).await)
}

/// For operators: publish or reject a reply
#[utoipa::path(post, path = "/admin/replies/{id}", operation_id = "moderateReply",
    extensions(("x-rpc" = json!("catalog.v1.Reviews/Moderate"))),
    tag = "reviews", request_body = Verdict,
    params(("id" = i64, Path, description = "A reply's id")), security(("bearer" = [])),
    responses((status = OK, description = "The decision was saved", body = Data<Done>)))]
async fn moderate_reply(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(verdict): Json<Verdict>,
) -> Reply<Done> {
    let request = ModerateRequest { is_reply: true, ..verdict.into_request(segment.id("reply_not_found")?) };
    reply(services.reviews().moderate(caller.request(request)).await)
}
