//! For operators: campaigns, before, while and after they run.

use axum::extract::State;
use kit::client::retry;
use proto::{
    json::enumeration,
    store::{Campaign, CampaignDeskListRequest, CampaignDraft, CampaignStatus, GetCampaignRequest},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

const NO_SUCH_CAMPAIGN: &str = "campaign_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(cancel))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct CampaignQuery {
    /// All when left out
    #[serde(deserialize_with = "enumeration::deserialize::<CampaignStatus, _>")]
    #[param(value_type = Option<CampaignStatus>)]
    status: i32,
    /// A slug or an id
    store: Option<String>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: campaigns, those that begin last first
#[utoipa::path(get, path = "/admin/campaigns", operation_id = "listCampaignDrafts",
    tag = "desk", params(CampaignQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of campaigns", body = Paged<Vec<Campaign>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<CampaignQuery>,
) -> PagedReply<Vec<Campaign>> {
    let CampaignQuery { status, store, page, per_page } = query;
    let request = CampaignDeskListRequest { status, store, page, per_page };
    let answer = retry(async || services.campaign_desk().list(caller.sign(request.clone())).await).await;
    reply_paged(answer, |page| (page.campaigns, page.meta))
}

/// For operators: a campaign as it is written
#[utoipa::path(get, path = "/admin/campaigns/{id}", operation_id = "getCampaignDraft",
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A campaign's id")),
    responses((status = OK, description = "The campaign", body = Data<CampaignDraft>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<CampaignDraft> {
    let request = GetCampaignRequest { id: segment.id(NO_SUCH_CAMPAIGN)? };
    reply(retry(async || services.campaign_desk().get(caller.sign(request)).await).await)
}

/// For operators: plan a campaign
#[utoipa::path(post, path = "/admin/campaigns", operation_id = "createCampaign",
    tag = "desk", request_body = CampaignDraft, security(("bearer" = [])),
    responses((status = OK, description = "The campaign, planned", body = Data<CampaignDraft>)))]
async fn create(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<CampaignDraft>,
) -> Reply<CampaignDraft> {
    reply(services.campaign_desk().create(caller.sign(CampaignDraft { id: 0, ..body })).await)
}

/// For operators: change a campaign
///
/// Before it began all of it may change; afterwards its words and its end.
#[utoipa::path(put, path = "/admin/campaigns/{id}", operation_id = "updateCampaign",
    tag = "desk", request_body = CampaignDraft, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A campaign's id")),
    responses((status = OK, description = "The campaign", body = Data<CampaignDraft>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(body): Json<CampaignDraft>,
) -> Reply<CampaignDraft> {
    let request = CampaignDraft { id: segment.id(NO_SUCH_CAMPAIGN)?, ..body };
    reply(services.campaign_desk().update(caller.sign(request)).await)
}

/// For operators: end a campaign at once, or withdraw it
#[utoipa::path(post, path = "/admin/campaigns/{id}/cancel", operation_id = "cancelCampaign",
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A campaign's id")),
    responses((status = OK, description = "The campaign, cancelled", body = Data<CampaignDraft>)))]
async fn cancel(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<CampaignDraft> {
    let request = GetCampaignRequest { id: segment.id(NO_SUCH_CAMPAIGN)? };
    reply(services.campaign_desk().cancel(caller.sign(request)).await)
}
