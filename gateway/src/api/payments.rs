//! Instalment plans, and callbacks, in which banks report results of payments.

use axum::extract::State;
use kit::client::retry;
use proto::{
    common::Done,
    order::{PaymentCallbackRequest, PaymentPlan, PaymentPlansRequest},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{ExternalCaller, Query, Raw, Segment, Visitor},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(plans)).routes(routes!(receive_callback))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct AmountQuery {
    /// In qəpik
    #[param(required = true)]
    amount: i64,
}

/// The instalment plans for an amount
#[utoipa::path(get, path = "/payment/plans", operation_id = "listPaymentPlans", tag = "orders", params(AmountQuery),
    responses((status = OK, description = "The plans, shortest first", body = Data<Vec<PaymentPlan>>)))]
async fn plans(
    State(services): State<Services>,
    visitor: Visitor,
    Query(AmountQuery { amount }): Query<AmountQuery>,
) -> Reply<Vec<PaymentPlan>> {
    let response =
        retry(async || services.payments().plans(visitor.request(PaymentPlansRequest { amount })).await).await;
    reply_with(response, |list| list.plans)
}

/// For banks: report the result of a payment
///
/// The format is that of the bank. The contents are trusted only as far as they can be verified. Calls may be repeated and may arrive in
/// any order.
#[utoipa::path(post, path = "/payment/callback/{provider}", operation_id = "receivePaymentCallback", tag = "orders",
    params(("provider" = String, Path, description = "`epoint` or `payriff`")),
    request_body(content((String = "application/x-www-form-urlencoded"), (String = "application/json"))),
    responses((status = OK, description = "The callback was processed, now or before", body = Data<Done>)))]
async fn receive_callback(
    State(services): State<Services>,
    bank: ExternalCaller,
    Segment(provider): Segment,
    Raw(body): Raw,
) -> Reply<Done> {
    let request = PaymentCallbackRequest { provider, body: body.into() };
    reply(retry(async || services.payments().callback(bank.request(request.clone())).await).await)
}
