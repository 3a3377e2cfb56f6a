//! Campaigns: discounts of one store for a limited time.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    json::{enumeration, to_timestamp},
    store::{Campaign, CampaignDeskListRequest, CampaignDraft, CampaignStatus, CampaignWords, GetCampaignRequest},
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

const NO_SUCH_CAMPAIGN: &str = "campaign_not_found";
/// With this id, the service creates a campaign instead of changing one.
const NEW_CAMPAIGN: i64 = 0;

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
    /// All if absent
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

/// A campaign as edited by operators.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CampaignForm {
    #[serde(default)]
    #[schema(required = true)]
    store_id: i64,
    #[schema(value_type = CampaignWords, required = true)]
    az: Option<CampaignWords>,
    #[schema(value_type = CampaignWords, required = true)]
    ru: Option<CampaignWords>,
    #[schema(value_type = CampaignWords, required = true)]
    en: Option<CampaignWords>,
    #[serde(default)]
    #[schema(required = true)]
    image_url: String,
    /// The point of the picture that stays visible however it is cropped. Distance from the left in per cent, 0 to 100; 50 if absent.
    #[schema(value_type = i64, required = false)]
    focus_x: Option<i64>,
    /// Distance of that point from the top in per cent, 0 to 100; 50 if absent.
    #[schema(value_type = i64, required = false)]
    focus_y: Option<i64>,
    #[serde(default)]
    #[schema(required = true)]
    percent: i64,
    #[schema(value_type = String, format = DateTime, required = true)]
    starts_at: Option<DateTime<Utc>>,
    #[schema(value_type = String, format = DateTime, required = true)]
    ends_at: Option<DateTime<Utc>>,
    /// Whether the campaign covers everything the store sells, including products added later.
    #[serde(default)]
    #[schema(required = true)]
    is_whole_store: bool,
    /// The products of the campaign, 1 to 1,000. Must be empty if `isWholeStore` is set.
    #[serde(default)]
    #[schema(required = true)]
    product_ids: Vec<i64>,
}

impl CampaignForm {
    /// Converts the form. The id is [`NEW_CAMPAIGN`] or that of the campaign to change.
    fn into_draft(self, id: i64) -> CampaignDraft {
        CampaignDraft {
            id,
            store_id: self.store_id,
            az: self.az,
            ru: self.ru,
            en: self.en,
            image_url: self.image_url,
            focus_x: self.focus_x,
            focus_y: self.focus_y,
            percent: self.percent,
            starts_at: self.starts_at.map(to_timestamp),
            ends_at: self.ends_at.map(to_timestamp),
            is_whole_store: self.is_whole_store,
            product_ids: self.product_ids,
            ..CampaignDraft::default()
        }
    }
}

/// For operators: campaigns, newest first
#[utoipa::path(get, path = "/admin/campaigns", operation_id = "listCampaignDrafts",
    extensions(("x-rpc" = json!("store.v1.CampaignDesk/List"))),
    tag = "desk", params(CampaignQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of campaigns", body = Paged<Vec<Campaign>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<CampaignQuery>,
) -> PagedReply<Vec<Campaign>> {
    let CampaignQuery { status, store, page, per_page } = query;
    let request = CampaignDeskListRequest { status, store, page, per_page };
    let response = retry(async || services.campaign_desk().list(caller.request(request.clone())).await).await;
    reply_paged(response, |page| (page.campaigns, page.meta))
}

/// For operators: a campaign as edited by operators
#[utoipa::path(get, path = "/admin/campaigns/{id}", operation_id = "getCampaignDraft",
    extensions(("x-rpc" = json!("store.v1.CampaignDesk/Get"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A campaign's id")),
    responses((status = OK, description = "The campaign", body = Data<CampaignDraft>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<CampaignDraft> {
    let request = GetCampaignRequest { id: segment.id(NO_SUCH_CAMPAIGN)? };
    reply(retry(async || services.campaign_desk().get(caller.request(request)).await).await)
}

/// For operators: plan a campaign
#[utoipa::path(post, path = "/admin/campaigns", operation_id = "createCampaign",
    extensions(("x-rpc" = json!("store.v1.CampaignDesk/Create"))),
    tag = "desk", request_body = CampaignForm, security(("bearer" = [])),
    responses((status = OK, description = "The planned campaign", body = Data<CampaignDraft>)))]
async fn create(
    State(services): State<Services>,
    caller: Caller,
    Json(form): Json<CampaignForm>,
) -> Reply<CampaignDraft> {
    reply(services.campaign_desk().create(caller.request(form.into_draft(NEW_CAMPAIGN))).await)
}

/// For operators: change a campaign
///
/// After its start only its texts, picture and end can change (409 `campaign_running`), and nothing after its end (409 `campaign_over`).
#[utoipa::path(put, path = "/admin/campaigns/{id}", operation_id = "updateCampaign",
    extensions(("x-rpc" = json!("store.v1.CampaignDesk/Update"))),
    tag = "desk", request_body = CampaignForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A campaign's id")),
    responses((status = OK, description = "The campaign", body = Data<CampaignDraft>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<CampaignForm>,
) -> Reply<CampaignDraft> {
    let request = form.into_draft(segment.id(NO_SUCH_CAMPAIGN)?);
    reply(services.campaign_desk().update(caller.request(request)).await)
}

/// For operators: end a running campaign immediately, or withdraw a planned one
#[utoipa::path(post, path = "/admin/campaigns/{id}/cancel", operation_id = "cancelCampaign",
    extensions(("x-rpc" = json!("store.v1.CampaignDesk/Cancel"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A campaign's id")),
    responses((status = OK, description = "The cancelled campaign", body = Data<CampaignDraft>)))]
async fn cancel(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<CampaignDraft> {
    let request = GetCampaignRequest { id: segment.id(NO_SUCH_CAMPAIGN)? };
    reply(services.campaign_desk().cancel(caller.request(request)).await)
}
