//! Promo codes, as staff edits them.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    json::{enumeration, to_timestamp},
    order::{
        CreatePromoRequest, GetPromoRequest, Promo, PromoIds, PromoKind, PromoListRequest, PromoRules, PromoStatus,
        PromoTrial, TrialLine, TryPromoRequest, UpdatePromoRequest,
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

const NO_SUCH_PROMO: &str = "promo_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(try_out))
}

/// The rules of a promo code. The server refuses them if a required field is absent.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PromoForm {
    /// 6 to 40 letters, digits and hyphens. Shoppers can type it in any case and without Azerbaijani diacritics.
    #[schema(value_type = String, required = true)]
    code: Option<String>,
    #[serde(default, deserialize_with = "enumeration::deserialize::<PromoKind, _>")]
    #[schema(value_type = PromoKind, required = true)]
    kind: i32,
    /// A number of per cent or an amount in qəpik, depending on the kind. Required, but must be absent for `free_delivery`.
    #[schema(value_type = i64, required = false)]
    value: Option<i64>,
    /// The maximum that a percentage takes off, in qəpik.
    #[schema(value_type = i64, required = false)]
    at_most: Option<i64>,
    /// The minimum total of the goods in qəpik.
    #[schema(value_type = i64, required = true)]
    minimum: Option<i64>,
    /// Whether the code also applies to goods that are already discounted.
    #[schema(value_type = bool, required = true)]
    is_for_reduced: Option<bool>,
    /// Applies to these categories and their descendants; to all if empty.
    #[schema(value_type = Vec<i64>, required = true)]
    category_ids: Option<Vec<i64>>,
    /// Applies to these stores; to all if empty.
    #[schema(value_type = Vec<i64>, required = true)]
    store_ids: Option<Vec<i64>>,
    #[schema(value_type = String, format = DateTime, required = false)]
    starts_at: Option<DateTime<Utc>>,
    #[schema(value_type = String, format = DateTime, required = false)]
    ends_at: Option<DateTime<Utc>>,
    /// The maximum number of orders with this code. Unlimited if absent.
    #[schema(value_type = i64, required = false)]
    total_limit: Option<i64>,
    /// The maximum number of orders with this code per shopper. Unlimited if absent.
    #[schema(value_type = i64, required = false)]
    user_limit: Option<i64>,
    /// The version of the code that the operator has read. Required for a change.
    #[schema(value_type = i64, required = false)]
    version: Option<i64>,
}

impl PromoForm {
    fn into_rules(self) -> PromoRules {
        PromoRules {
            code: self.code,
            kind: self.kind,
            value: self.value,
            at_most: self.at_most,
            minimum: self.minimum,
            is_for_reduced: self.is_for_reduced,
            category_ids: self.category_ids.map(|ids| PromoIds { ids }),
            store_ids: self.store_ids.map(|ids| PromoIds { ids }),
            starts_at: self.starts_at.map(to_timestamp),
            ends_at: self.ends_at.map(to_timestamp),
            total_limit: self.total_limit,
            user_limit: self.user_limit,
        }
    }
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct PromoQuery {
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<PromoStatus, _>")]
    #[param(value_type = Option<PromoStatus>)]
    status: i32,
    /// The beginning of a code
    code: Option<String>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: promo codes, newest first
#[utoipa::path(get, path = "/admin/promos", operation_id = "listPromos",
    extensions(("x-rpc" = json!("order.v1.PromoDesk/List"))),
    tag = "desk", params(PromoQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of promo codes", body = Paged<Vec<Promo>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<PromoQuery>,
) -> PagedReply<Vec<Promo>> {
    let PromoQuery { status, code, page, per_page } = query;
    let request = PromoListRequest { status, code, page, per_page };
    let response = retry(async || services.promo_desk().list(caller.request(request.clone())).await).await;
    reply_paged(response, |page| (page.promos, page.meta))
}

/// For operators: a promo code with its latest changes
#[utoipa::path(get, path = "/admin/promos/{id}", operation_id = "getPromo",
    extensions(("x-rpc" = json!("order.v1.PromoDesk/Get"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A promo code's id")),
    responses((status = OK, description = "The promo code with its latest changes", body = Data<Promo>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Promo> {
    let request = GetPromoRequest { id: segment.id(NO_SUCH_PROMO)? };
    reply(retry(async || services.promo_desk().get(caller.request(request)).await).await)
}

/// For operators: create a promo code
#[utoipa::path(post, path = "/admin/promos", operation_id = "createPromo",
    extensions(("x-rpc" = json!("order.v1.PromoDesk/Create"))),
    tag = "desk", request_body = PromoForm, security(("bearer" = [])),
    responses((status = OK, description = "The promo code", body = Data<Promo>)))]
async fn create(State(services): State<Services>, caller: Caller, Json(body): Json<PromoForm>) -> Reply<Promo> {
    let request = CreatePromoRequest { rules: Some(body.into_rules()) };
    reply(services.promo_desk().create(caller.request(request)).await)
}

/// For operators: replace the rules of a promo code
///
/// After the first order with the code, its text, kind and value cannot change, and `totalLimit` cannot be below the number of uses. 409
/// `promo_changed` if the code is not at the given `version`.
#[utoipa::path(put, path = "/admin/promos/{id}", operation_id = "updatePromo",
    extensions(("x-rpc" = json!("order.v1.PromoDesk/Update"))),
    tag = "desk", request_body = PromoForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A promo code's id")),
    responses((status = OK, description = "The promo code", body = Data<Promo>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(body): Json<PromoForm>,
) -> Reply<Promo> {
    let (id, version) = (segment.id(NO_SUCH_PROMO)?, body.version);
    let request = UpdatePromoRequest { id, version, rules: Some(body.into_rules()) };
    reply(services.promo_desk().update(caller.request(request)).await)
}

/// For operators: pause a promo code
///
/// New orders cannot use it until it is resumed; shoppers see that it is paused. Existing orders keep it.
#[utoipa::path(post, path = "/admin/promos/{id}/pause", operation_id = "pausePromo",
    extensions(("x-rpc" = json!("order.v1.PromoDesk/Pause"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A promo code's id")),
    responses((status = OK, description = "The paused promo code", body = Data<Promo>)))]
async fn pause(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Promo> {
    let request = GetPromoRequest { id: segment.id(NO_SUCH_PROMO)? };
    reply(services.promo_desk().pause(caller.request(request)).await)
}

/// For operators: resume a paused promo code
#[utoipa::path(post, path = "/admin/promos/{id}/resume", operation_id = "resumePromo",
    extensions(("x-rpc" = json!("order.v1.PromoDesk/Resume"))),
    tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A promo code's id")),
    responses((status = OK, description = "The promo code", body = Data<Promo>)))]
async fn resume(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Promo> {
    let request = GetPromoRequest { id: segment.id(NO_SUCH_PROMO)? };
    reply(services.promo_desk().resume(caller.request(request)).await)
}

/// A cart for which a promo code is tried.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TrialForm {
    /// 1 to 100 lines, each product and size at most once.
    #[serde(default)]
    #[schema(required = true)]
    lines: Vec<TrialLineForm>,
    /// The code of any order of a shopper. The uses of this shopper count. If absent, the shopper has not used the code.
    #[schema(value_type = String, required = false)]
    order_code: Option<String>,
    /// The city of the delivery, which determines the delivery fee.
    #[schema(value_type = i64, required = false)]
    city_id: Option<i64>,
    #[schema(value_type = i64, required = false)]
    district_id: Option<i64>,
    /// The time of the checkout; now if absent.
    #[schema(value_type = String, format = DateTime, required = false)]
    at: Option<DateTime<Utc>>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TrialLineForm {
    #[schema(value_type = i64, required = true)]
    product_id: Option<i64>,
    #[schema(value_type = i64, required = false)]
    size_id: Option<i64>,
    #[schema(value_type = i64, required = true)]
    count: Option<i64>,
}

impl TrialForm {
    fn into_request(self, id: i64) -> TryPromoRequest {
        let lines = self.lines.into_iter().map(|line| TrialLine {
            product_id: line.product_id,
            size_id: line.size_id,
            count: line.count,
        });
        TryPromoRequest {
            id,
            lines: lines.collect(),
            order_code: self.order_code,
            city_id: self.city_id,
            district_id: self.district_id,
            at: self.at.map(to_timestamp),
        }
    }
}

/// For operators: try a promo code with a cart
///
/// Calculates the cart with the code as checkout would at this time. Nothing is written, and no use is counted.
#[utoipa::path(post, path = "/admin/promos/{id}/try", operation_id = "tryPromo",
    extensions(("x-rpc" = json!("order.v1.PromoDesk/TryOut"))),
    tag = "desk", request_body = TrialForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A promo code's id")),
    responses((status = OK, description = "The discount per line, or the reason why the code does not apply", body = Data<PromoTrial>)))]
async fn try_out(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(body): Json<TrialForm>,
) -> Reply<PromoTrial> {
    let request = body.into_request(segment.id(NO_SUCH_PROMO)?);
    reply(retry(async || services.promo_desk().try_out(caller.request(request.clone())).await).await)
}
