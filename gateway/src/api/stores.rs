use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::CategoryStoresRequest,
    json::enumeration,
    store::{
        GetStoreRequest, ListStoresRequest, Store, StoreChoice, StoreSort, SubscribeRequest, SubscriptionsRequest,
    },
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Query, Segment, Visitor},
    problem::Problem,
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn public_routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(get))
}

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(subscriptions)).routes(routes!(subscribe)).routes(routes!(unsubscribe))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct StoreQuery {
    search: Option<String>,
    /// A slug or an id; only stores that sell products of this category
    category: Option<String>,
    #[serde(deserialize_with = "enumeration::deserialize::<StoreSort, _>")]
    #[param(value_type = Option<StoreSort>)]
    sort: i32,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// Stores
#[utoipa::path(get, path = "/store/all", operation_id = "listStores", tag = "stores", params(StoreQuery),
    responses((status = OK, description = "A page of open stores", body = Paged<Vec<Store>>)))]
async fn list(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<StoreQuery>,
) -> PagedReply<Vec<Store>> {
    let StoreQuery { search, category, sort, page, per_page } = query;
    let store_choice = match category {
        Some(category) => Some(stores_selling(&services, &visitor, category).await?),
        None => None,
    };
    let request = ListStoresRequest { search, sort, page, per_page, only: store_choice };
    let response = retry(async || services.stores().list(visitor.request(request.clone())).await).await;
    reply_paged(response, |page| (page.stores, page.meta))
}

/// Asks the catalog service which stores sell products of the category.
async fn stores_selling(services: &Services, visitor: &Visitor, category: String) -> Result<StoreChoice, Problem> {
    let request = CategoryStoresRequest { category };
    let response = retry(async || services.categories().stores(visitor.request(request.clone())).await).await?;
    let store_ids = response.into_inner().stores.into_iter().map(|store| store.store_id).collect();
    Ok(StoreChoice { store_ids })
}

/// A store
#[utoipa::path(get, path = "/store/{store}", operation_id = "getStore",
    tag = "stores", params(("store" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "The store", body = Data<Store>)))]
async fn get(State(services): State<Services>, visitor: Visitor, Segment(store): Segment) -> Reply<Store> {
    let request = GetStoreRequest { store };
    reply(retry(async || services.stores().get(visitor.request(request.clone())).await).await)
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct SubscriptionQuery {
    /// All stores on one page, at most 1,000
    #[param(required = false)]
    is_get_all: bool,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// The stores that the caller follows, most recently followed first
#[utoipa::path(get, path = "/user/subscriptions", operation_id = "listSubscriptions",
    tag = "stores", params(SubscriptionQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of stores, or all", body = Paged<Vec<Store>>)))]
async fn subscriptions(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<SubscriptionQuery>,
) -> PagedReply<Vec<Store>> {
    let SubscriptionQuery { is_get_all, page, per_page } = query;
    let request = SubscriptionsRequest { page, per_page, is_get_all };
    let response = retry(async || services.stores().subscriptions(caller.request(request)).await).await;
    reply_paged(response, |page| (page.stores, page.meta))
}

/// Follow a store
///
/// Has no effect if the caller follows it already.
#[utoipa::path(post, path = "/store/subscribe/{store}", operation_id = "subscribeToStore",
    tag = "stores", security(("bearer" = [])),
    params(("store" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "The store", body = Data<Store>)))]
async fn subscribe(State(services): State<Services>, caller: Caller, Segment(store): Segment) -> Reply<Store> {
    reply(services.stores().subscribe(caller.request(SubscribeRequest { store })).await)
}

/// Unfollow a store
#[utoipa::path(post, path = "/store/unsubscribe/{store}", operation_id = "unsubscribeFromStore",
    tag = "stores", security(("bearer" = [])),
    params(("store" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "The store", body = Data<Store>)))]
async fn unsubscribe(State(services): State<Services>, caller: Caller, Segment(store): Segment) -> Reply<Store> {
    reply(services.stores().unsubscribe(caller.request(SubscribeRequest { store })).await)
}
