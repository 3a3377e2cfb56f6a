//! The rules for bonuses and returns, as staff edits them.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    json::{enumeration, to_timestamp},
    order::{
        BonusRules, PromiseRules, PromiseRulesRequest, RateRule, ReturnExceptionReason, ReturnExceptionRule,
        ReturnExceptionRules, Titles,
    },
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(get)).routes(routes!(save_bonus_rules)).routes(routes!(save_return_exceptions))
}

/// The rules for earning and spending bonuses. They replace all previous rules.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BonusForm {
    #[serde(default)]
    #[schema(required = true)]
    rules: Vec<RateForm>,
    /// The share of the goods that can be paid with bonuses, 0 to 9,000 basis points (hundredths of a per cent).
    #[schema(value_type = i64, required = true)]
    spend_share: Option<i64>,
}

/// The bonus rate of certain goods.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RateForm {
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
    /// 1 to 10,000 basis points (hundredths of a per cent) of the amount paid.
    #[schema(value_type = i64, required = true)]
    basis_points: Option<i64>,
    /// Applies to these categories and their descendants; to all if empty.
    #[serde(default)]
    #[schema(required = true)]
    category_ids: Vec<i64>,
    /// Applies to these stores; to all if empty.
    #[serde(default)]
    #[schema(required = true)]
    store_ids: Vec<i64>,
    #[schema(value_type = String, format = DateTime, required = false)]
    starts_at: Option<DateTime<Utc>>,
    #[schema(value_type = String, format = DateTime, required = false)]
    ends_at: Option<DateTime<Utc>>,
}

/// Goods that can be returned only if faulty. These exceptions replace all previous ones.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExceptionsForm {
    #[serde(default)]
    #[schema(required = true)]
    exceptions: Vec<ExceptionForm>,
}

/// A return exception for certain categories.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExceptionForm {
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
    #[serde(default, deserialize_with = "enumeration::deserialize::<ReturnExceptionReason, _>")]
    #[schema(value_type = ReturnExceptionReason, required = true)]
    reason: i32,
    /// Applies to these categories and their descendants.
    #[serde(default)]
    #[schema(required = true)]
    category_ids: Vec<i64>,
}

impl BonusForm {
    fn into_rules(self) -> BonusRules {
        let rules = self.rules.into_iter().map(|form| RateRule {
            title: form.title,
            basis_points: form.basis_points,
            category_ids: form.category_ids,
            store_ids: form.store_ids,
            starts_at: form.starts_at.map(to_timestamp),
            ends_at: form.ends_at.map(to_timestamp),
        });
        BonusRules { rules: rules.collect(), spend_share: self.spend_share }
    }
}

impl ExceptionsForm {
    fn into_rules(self) -> ReturnExceptionRules {
        let exceptions = self.exceptions.into_iter().map(|form| ReturnExceptionRule {
            title: form.title,
            reason: form.reason,
            category_ids: form.category_ids,
        });
        ReturnExceptionRules { exceptions: exceptions.collect() }
    }
}

/// For operators: the rules behind the shop's public terms
#[utoipa::path(get, path = "/admin/promises", operation_id = "getPromiseRules",
    extensions(("x-rpc" = json!("order.v1.PromiseDesk/Get"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "Bonus rules and return exceptions", body = Data<PromiseRules>)))]
async fn get(State(services): State<Services>, caller: Caller) -> Reply<PromiseRules> {
    reply(retry(async || services.promise_desk().get(caller.request(PromiseRulesRequest {})).await).await)
}

/// For operators: replace the bonus rules
#[utoipa::path(put, path = "/admin/promises/bonus-rules", operation_id = "replaceBonusRules",
    extensions(("x-rpc" = json!("order.v1.PromiseDesk/SaveBonusRules"))),
    tag = "desk", request_body = BonusForm,
    security(("bearer" = [])),
    responses((status = OK, description = "All rules", body = Data<PromiseRules>)))]
async fn save_bonus_rules(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<BonusForm>,
) -> Reply<PromiseRules> {
    reply(services.promise_desk().save_bonus_rules(caller.request(body.into_rules())).await)
}

/// For operators: replace the return exceptions
#[utoipa::path(put, path = "/admin/promises/return-exceptions", operation_id = "replaceReturnExceptions",
    extensions(("x-rpc" = json!("order.v1.PromiseDesk/SaveReturnExceptions"))),
    tag = "desk", request_body = ExceptionsForm,
    security(("bearer" = [])),
    responses((status = OK, description = "All rules", body = Data<PromiseRules>)))]
async fn save_return_exceptions(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<ExceptionsForm>,
) -> Reply<PromiseRules> {
    reply(services.promise_desk().save_return_exceptions(caller.request(body.into_rules())).await)
}
