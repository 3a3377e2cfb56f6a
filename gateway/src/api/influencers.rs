//! Applications to become a blogger. Bloggers earn from orders that come from their lists and links.

use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{
        Application, ApplicationStatus, ApplyRequest, DecideRequest, ListApplicationsRequest, MyApplicationRequest,
    },
    json::enumeration,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(apply)).routes(routes!(mine)).routes(routes!(list)).routes(routes!(decide))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct ApplicationQuery {
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<ApplicationStatus, _>")]
    #[param(value_type = Option<ApplicationStatus>)]
    status: i32,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

#[derive(Deserialize, ToSchema)]
pub struct Decision {
    #[serde(default)]
    #[schema(required = true)]
    approve: bool,
    /// Shown to the applicant, 1 to 500 characters. Required to decline.
    #[serde(default)]
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

/// Apply to become a blogger
#[utoipa::path(post, path = "/influencer/apply", operation_id = "applyAsInfluencer",
    tag = "influencers", request_body = ApplyRequest,
    security(("bearer" = [])), responses((status = OK, description = "The application", body = Data<Application>)))]
async fn apply(State(services): State<Services>, caller: Caller, Json(body): Json<ApplyRequest>) -> Reply<Application> {
    reply(services.influencers().apply(caller.request(body)).await)
}

/// The caller's latest application
#[utoipa::path(get, path = "/influencer/application", operation_id = "getInfluencerApplication",
    tag = "influencers", security(("bearer" = [])),
    responses((status = OK, description = "The application", body = Data<Application>)))]
async fn mine(State(services): State<Services>, caller: Caller) -> Reply<Application> {
    reply(retry(async || services.influencers().mine(caller.request(MyApplicationRequest {})).await).await)
}

/// For operators: applications, pending ones first, oldest first
#[utoipa::path(get, path = "/admin/influencers", operation_id = "listInfluencerApplications",
    extensions(("x-rpc" = json!("auth.v1.Influencers/List"))),
    tag = "influencers", params(ApplicationQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of applications", body = Paged<Vec<Application>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<ApplicationQuery>,
) -> PagedReply<Vec<Application>> {
    let ApplicationQuery { status, page, per_page } = query;
    let request = ListApplicationsRequest { status, page, per_page };
    let response = retry(async || services.influencers().list(caller.request(request)).await).await;
    reply_paged(response, |page| (page.applications, page.meta))
}

/// For operators: approve or decline an application
///
/// Approval makes the applicant a blogger.
#[utoipa::path(post, path = "/admin/influencers/{id}/decide", operation_id = "decideInfluencerApplication",
    extensions(("x-rpc" = json!("auth.v1.Influencers/Decide"))),
    tag = "influencers", request_body = Decision,
    params(("id" = i64, Path, description = "An application's id")), security(("bearer" = [])),
    responses((status = OK, description = "The application with the decision", body = Data<Application>)))]
async fn decide(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(Decision { approve, reason }): Json<Decision>,
) -> Reply<Application> {
    let request = DecideRequest { id: segment.id("application_not_found")?, approve, reason };
    reply(services.influencers().decide(caller.request(request)).await)
}
