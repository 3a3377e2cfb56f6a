//! Bonuses of shoppers. A bonus is earned with an order and is worth one qəpik.

use axum::extract::State;
use kit::client::retry;
use proto::order::{BonusAccount, BonusTerms, BonusTermsRequest, GetBonusesRequest};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Query, Visitor},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(get))
}

pub fn public_routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(terms))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct HistoryQuery {
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// Bonuses: the balance, pending and soon expiring bonuses, with a page of the history
#[utoipa::path(get, path = "/user/bonuses", operation_id = "getBonuses",
    tag = "bonuses", params(HistoryQuery), security(("bearer" = [])),
    responses((status = OK, description = "The caller's bonuses, with a page of the history, newest first",
        body = Paged<BonusAccount>)))]
async fn get(
    State(services): State<Services>,
    caller: Caller,
    Query(HistoryQuery { page, per_page }): Query<HistoryQuery>,
) -> PagedReply<BonusAccount> {
    let request = GetBonusesRequest { page, per_page };
    let response = retry(async || services.bonuses().get(caller.request(request)).await).await;
    reply_paged(response, |page| (page.account.unwrap_or_default(), page.meta))
}

/// The terms for earning and spending bonuses
#[utoipa::path(get, path = "/bonuses/terms", operation_id = "getBonusTerms", tag = "bonuses",
    responses((status = OK, description = "The current rules, the highest rate first", body = Data<BonusTerms>)))]
async fn terms(State(services): State<Services>, visitor: Visitor) -> Reply<BonusTerms> {
    reply(retry(async || services.bonuses().terms(visitor.request(BonusTermsRequest {})).await).await)
}
