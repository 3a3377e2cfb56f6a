//! Cash-outs: bloggers request them, operators decide about them.

use axum::extract::State;
use kit::client::retry;
use proto::{
    json::enumeration,
    order::{
        ApproveCashoutRequest, CancelCashoutRequest, Cashout, CashoutOverview, CashoutResolution, CreateCashoutRequest,
        DeclineCashoutRequest, DeskCashout, ListCashoutsRequest, ListDeskCashoutsRequest, ResolveCashoutRequest,
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, IdempotencyKey, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(mine))
        .routes(routes!(create))
        .routes(routes!(cancel))
        .routes(routes!(all))
        .routes(routes!(approve))
        .routes(routes!(decline))
        .routes(routes!(resolve))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct PageQuery {
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For bloggers: their cash-outs, and the amount that can be requested
///
/// Newest first, with the limits. 403 `not_a_blogger` for other accounts.
#[utoipa::path(get, path = "/influencer/cashouts", operation_id = "listCashouts",
    tag = "influencers", params(PageQuery), security(("bearer" = [])),
    responses((status = OK, description = "The limits, and a page of cash-outs", body = Paged<CashoutOverview>)))]
async fn mine(
    State(services): State<Services>,
    caller: Caller,
    Query(PageQuery { page, per_page }): Query<PageQuery>,
) -> PagedReply<CashoutOverview> {
    let request = ListCashoutsRequest { page, per_page };
    let answer = retry(async || services.cashouts().list(caller.sign(request)).await).await;
    reply_paged(answer, |page| (page.overview.unwrap_or_default(), page.meta))
}

/// A request for a cash-out.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CashoutForm {
    /// In qəpik, between `minimum` and `maximum` of the overview.
    #[schema(value_type = i64, required = true)]
    amount: Option<i64>,
    /// 16 digits with a valid check digit, with or without spaces between groups. Stored encrypted, shown as `4169 •••• •••• 1234`, and
    /// deleted 30 days after the cash-out has ended.
    #[schema(value_type = String, required = true, example = "4169738812345670")]
    card_number: Option<String>,
}

/// For bloggers: request a cash-out of matured earnings
///
/// The amount leaves the balance immediately and comes back if it is not paid. 409 `cashout_open` while another cash-out is open; 409
/// `cashout_exceeds_balance` with the `available` amount. Idempotent per `Idempotency-Key` and body.
#[utoipa::path(post, path = "/influencer/cashout", operation_id = "requestCashout",
    tag = "influencers", request_body = CashoutForm, security(("bearer" = [])),
    params(("Idempotency-Key" = String, Header, description = "Made up by the client, once for each request")),
    responses((status = OK, description = "The request", body = Data<Cashout>)))]
async fn create(
    State(services): State<Services>,
    caller: Caller,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Json(CashoutForm { amount, card_number }): Json<CashoutForm>,
) -> Reply<Cashout> {
    let request = CreateCashoutRequest { amount, card_number, idempotency_key };
    reply(retry(async || services.cashouts().create(caller.sign(request.clone())).await).await)
}

/// For bloggers: cancel a cash-out request
///
/// 409 `cashout_decided` after an operator has decided.
#[utoipa::path(post, path = "/influencer/cashout/{code}/cancel", operation_id = "cancelCashout",
    tag = "influencers", security(("bearer" = [])),
    params(("code" = String, Path, description = "A cash-out's code")),
    responses((status = OK, description = "The cash-out", body = Data<Cashout>)))]
async fn cancel(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<Cashout> {
    reply(services.cashouts().cancel(caller.sign(CancelCashoutRequest { code })).await)
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct DeskQuery {
    /// True returns cash-outs that have not ended, false those that have; all if absent
    #[param(required = false)]
    is_open: Option<bool>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: cash-outs of bloggers, those that wait for a decision first
#[utoipa::path(get, path = "/admin/cashouts", operation_id = "listCashoutRequests",
    tag = "desk", params(DeskQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of cash-outs", body = Paged<Vec<DeskCashout>>)))]
async fn all(
    State(services): State<Services>,
    caller: Caller,
    Query(DeskQuery { is_open, page, per_page }): Query<DeskQuery>,
) -> PagedReply<Vec<DeskCashout>> {
    let request = ListDeskCashoutsRequest { is_open, page, per_page };
    let answer = retry(async || services.cashout_desk().list(caller.sign(request)).await).await;
    reply_paged(answer, |page| (page.cashouts, page.meta))
}

/// For operators: approve a cash-out
///
/// The payment is sent to the bank within seconds. Operators cannot decide about their own cash-outs (`own_cashout`).
#[utoipa::path(post, path = "/admin/cashouts/{code}/approve", operation_id = "approveCashout",
    tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "A cash-out's code")),
    responses((status = OK, description = "The cash-out", body = Data<DeskCashout>)))]
async fn approve(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<DeskCashout> {
    reply(services.cashout_desk().approve(caller.sign(ApproveCashoutRequest { code })).await)
}

/// The reason for declining a cash-out.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeclineForm {
    /// 1 to 500 characters, shown to the blogger.
    #[schema(value_type = String, required = true)]
    reason: Option<String>,
}

/// For operators: decline a cash-out
///
/// The amount goes back to the balance.
#[utoipa::path(post, path = "/admin/cashouts/{code}/decline", operation_id = "declineCashout",
    tag = "desk", request_body = DeclineForm,
    security(("bearer" = [])), params(("code" = String, Path, description = "A cash-out's code")),
    responses((status = OK, description = "The cash-out", body = Data<DeskCashout>)))]
async fn decline(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(DeclineForm { reason }): Json<DeclineForm>,
) -> Reply<DeskCashout> {
    reply(services.cashout_desk().decline(caller.sign(DeclineCashoutRequest { code, reason })).await)
}

/// The result of a payment whose result the bank does not report.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ResolutionForm {
    #[serde(default, deserialize_with = "enumeration::deserialize::<CashoutResolution, _>")]
    #[schema(value_type = CashoutResolution, required = true)]
    resolution: i32,
    /// The amount on the bank statement in qəpik. Required for `paid`, must be absent otherwise.
    #[schema(value_type = i64, required = false)]
    paid_amount: Option<i64>,
}

/// For operators: record the result of a payment whose result the bank does not report
///
/// 409 `cashout_not_stuck` for other cash-outs.
#[utoipa::path(post, path = "/admin/cashouts/{code}/resolve", operation_id = "resolveCashout",
    tag = "desk", request_body = ResolutionForm,
    security(("bearer" = [])), params(("code" = String, Path, description = "A cash-out's code")),
    responses((status = OK, description = "The cash-out", body = Data<DeskCashout>)))]
async fn resolve(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(ResolutionForm { resolution, paid_amount }): Json<ResolutionForm>,
) -> Reply<DeskCashout> {
    reply(services.cashout_desk().resolve(caller.sign(ResolveCashoutRequest { code, resolution, paid_amount })).await)
}
