//! For operators: delivery tariffs, bonus rules and return exceptions.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    json::{enumeration, to_timestamp},
    order::{
        BonusRules, PromiseRules, PromiseRulesRequest, RateRule, ReturnExceptionReason, ReturnExceptionRule,
        ReturnExceptionRules, TariffRule, Titles,
    },
};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Segment},
    problem::Problem,
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(get))
        .routes(routes!(save_tariff))
        .routes(routes!(save_bonus_rules))
        .routes(routes!(save_return_exceptions))
}

/// The tariff of a zone. The server refuses a tariff without a required member.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::option_option, reason = "null is an answer, and an absent member is refused")]
struct TariffForm {
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
    /// In qəpik.
    #[schema(value_type = i64, required = true)]
    fee: Option<i64>,
    /// Total of goods from which the delivery is free, in qəpik; null where it always costs something.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>, required = true)]
    free_from: Option<Option<i64>>,
    /// Goods of a lower total are not delivered, in qəpik.
    #[schema(value_type = i64, required = true)]
    minimum: Option<i64>,
    /// Days between an order and the first day of delivery.
    #[schema(value_type = i64, required = true)]
    lead_days: Option<i64>,
    /// Orders from this hour on count for the next day. In Asia/Baku.
    #[schema(value_type = i64, required = true)]
    cut_off: Option<i64>,
    /// Hours that an order needs before its window begins.
    #[schema(value_type = i64, required = true)]
    prepare_hours: Option<i64>,
}

/// How bonuses are earned and spent. These rules replace all that there were.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BonusForm {
    #[schema(value_type = Vec<RateForm>, required = true)]
    rules: Option<Vec<RateForm>>,
    /// Hundredths of a per cent of the goods that bonuses can pay for.
    #[schema(value_type = i64, required = true)]
    spend_share: Option<i64>,
}

/// How much certain goods earn.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RateForm {
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
    /// Hundredths of a per cent of what is paid.
    #[schema(value_type = i64, required = true)]
    basis_points: Option<i64>,
    /// Any of these with all below them; everything when empty.
    #[schema(value_type = Vec<i64>, required = true)]
    category_ids: Option<Vec<i64>>,
    /// Any of these; every store when empty.
    #[schema(value_type = Vec<i64>, required = true)]
    store_ids: Option<Vec<i64>>,
    #[schema(value_type = String, format = DateTime, required = false)]
    starts_at: Option<DateTime<Utc>>,
    #[schema(value_type = String, format = DateTime, required = false)]
    ends_at: Option<DateTime<Utc>>,
}

/// Goods that cannot be returned unless they are faulty. These exceptions replace all that there were.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExceptionsForm {
    #[schema(value_type = Vec<ExceptionForm>, required = true)]
    exceptions: Option<Vec<ExceptionForm>>,
}

/// Goods of some categories that cannot be returned.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExceptionForm {
    #[schema(value_type = Titles, required = true)]
    title: Option<Titles>,
    #[serde(default, deserialize_with = "enumeration::deserialize::<ReturnExceptionReason, _>")]
    #[schema(value_type = ReturnExceptionReason, required = true)]
    reason: i32,
    /// Any of these with all below them.
    #[schema(value_type = Vec<i64>, required = true)]
    category_ids: Option<Vec<i64>>,
}

/// Tells a member that is null from one that was not sent.
#[expect(clippy::option_option, reason = "null is an answer, and an absent member is refused")]
fn sent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<i64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn required<T>(member: Option<T>, field: impl Into<String>) -> Result<T, Problem> {
    member.ok_or_else(|| Problem::invalid(field, "required"))
}

impl TariffForm {
    fn of_zone(self, code: String) -> Result<TariffRule, Problem> {
        Ok(TariffRule {
            code,
            title: self.title,
            fee: self.fee,
            free_from: required(self.free_from, "freeFrom")?,
            minimum: self.minimum,
            lead_days: self.lead_days,
            cut_off: self.cut_off,
            prepare_hours: self.prepare_hours,
        })
    }
}

impl BonusForm {
    fn rules(self) -> Result<BonusRules, Problem> {
        let rules = required(self.rules, "rules")?.into_iter().enumerate();
        let rules = rules.map(|(place, form)| {
            Ok(RateRule {
                title: form.title,
                basis_points: form.basis_points,
                category_ids: required(form.category_ids, format!("rules[{place}].categoryIds"))?,
                store_ids: required(form.store_ids, format!("rules[{place}].storeIds"))?,
                starts_at: form.starts_at.map(to_timestamp),
                ends_at: form.ends_at.map(to_timestamp),
            })
        });
        Ok(BonusRules { rules: rules.collect::<Result<_, Problem>>()?, spend_share: self.spend_share })
    }
}

impl ExceptionsForm {
    fn rules(self) -> Result<ReturnExceptionRules, Problem> {
        let exceptions = required(self.exceptions, "exceptions")?.into_iter().enumerate();
        let exceptions = exceptions.map(|(place, form)| {
            Ok(ReturnExceptionRule {
                title: form.title,
                reason: form.reason,
                category_ids: required(form.category_ids, format!("exceptions[{place}].categoryIds"))?,
            })
        });
        Ok(ReturnExceptionRules { exceptions: exceptions.collect::<Result<_, Problem>>()? })
    }
}

/// Returns what was parsed. Others than operators are refused before they are told what is wrong with it.
async fn allowed<T>(services: &Services, caller: &Caller, parsed: Result<T, Problem>) -> Result<T, Problem> {
    if parsed.is_err() {
        services.promise_desk().get(caller.sign(PromiseRulesRequest {})).await?;
    }
    parsed
}

/// For operators: the rules behind what the shop promises
#[utoipa::path(get, path = "/admin/promises", operation_id = "getPromiseRules", tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "Tariffs, bonus rules and return exceptions", body = Data<PromiseRules>)))]
async fn get(State(services): State<Services>, caller: Caller) -> Reply<PromiseRules> {
    reply(retry(async || services.promise_desk().get(caller.sign(PromiseRulesRequest {})).await).await)
}

/// For operators: change what deliveries to a zone cost
#[utoipa::path(put, path = "/admin/promises/tariffs/{code}", operation_id = "saveDeliveryTariff",
    tag = "desk", request_body = TariffForm,
    security(("bearer" = [])), params(("code" = String, Path, description = "A zone, as `baku`")),
    responses((status = OK, description = "All rules as they are now", body = Data<PromiseRules>)))]
async fn save_tariff(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(body): Json<TariffForm>,
) -> Reply<PromiseRules> {
    reply(
        services.promise_desk().save_tariff(caller.sign(allowed(&services, &caller, body.of_zone(code)).await?)).await,
    )
}

/// For operators: replace the bonus rules
#[utoipa::path(put, path = "/admin/promises/bonus-rules", operation_id = "replaceBonusRules",
    tag = "desk", request_body = BonusForm,
    security(("bearer" = [])),
    responses((status = OK, description = "All rules as they are now", body = Data<PromiseRules>)))]
async fn save_bonus_rules(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<BonusForm>,
) -> Reply<PromiseRules> {
    reply(services.promise_desk().save_bonus_rules(caller.sign(allowed(&services, &caller, body.rules()).await?)).await)
}

/// For operators: replace the goods that cannot be returned
#[utoipa::path(put, path = "/admin/promises/return-exceptions", operation_id = "replaceReturnExceptions",
    tag = "desk", request_body = ExceptionsForm,
    security(("bearer" = [])),
    responses((status = OK, description = "All rules as they are now", body = Data<PromiseRules>)))]
async fn save_return_exceptions(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<ExceptionsForm>,
) -> Reply<PromiseRules> {
    reply(
        services
            .promise_desk()
            .save_return_exceptions(caller.sign(allowed(&services, &caller, body.rules()).await?))
            .await,
    )
}
