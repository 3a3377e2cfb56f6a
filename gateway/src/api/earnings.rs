//! A blogger's earnings.

use axum::extract::State;
use kit::client::retry;
use proto::{
    common::Done,
    order::{ClickRequest, GetEarningsRequest, InfluencerEarnings},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Visitor},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(get)).routes(routes!(click))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct EarningsQuery {
    /// The number of days covered by the figures, ending today: 30 or 90; 30 if absent
    #[param(required = false)]
    days: i64,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For bloggers: their earnings
///
/// The balance, pending earnings, and figures by day, list and product, with a page of the history. 403 `not_a_blogger` for other accounts.
#[utoipa::path(get, path = "/influencer/earnings", operation_id = "getEarnings",
    tag = "influencers", params(EarningsQuery), security(("bearer" = [])),
    responses((status = OK, description = "The caller's earnings, with a page of the history, newest first",
        body = Paged<InfluencerEarnings>)))]
async fn get(
    State(services): State<Services>,
    caller: Caller,
    Query(EarningsQuery { days, page, per_page }): Query<EarningsQuery>,
) -> PagedReply<InfluencerEarnings> {
    let request = GetEarningsRequest { days, page, per_page };
    let response = retry(async || services.earnings().get(caller.request(request)).await).await;
    reply_paged(response, |page| (page.earnings.unwrap_or_default(), page.meta))
}

/// Count a click on a blogger's list or link
///
/// At most one click per visitor and day is counted. Unknown lists and codes are ignored without an error.
#[utoipa::path(post, path = "/influencer/click", operation_id = "recordReferralClick",
    tag = "influencers", request_body = ClickRequest,
    responses((status = OK, description = "The click was recorded if it is valid", body = Data<Done>)))]
async fn click(State(services): State<Services>, visitor: Visitor, Json(body): Json<ClickRequest>) -> Reply<Done> {
    reply(services.earnings().click(visitor.request(body)).await)
}
