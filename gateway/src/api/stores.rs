//! The sellers.

use axum::extract::State;
use kit::client::retry;
use proto::{
    json::enumeration,
    store::{GetStoreRequest, ListStoresRequest, Store, StoreSort},
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Query, Segment, Visitor},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(get))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct StoreQuery {
    search: Option<String>,
    #[serde(deserialize_with = "enumeration::deserialize::<StoreSort, _>")]
    #[param(value_type = Option<StoreSort>)]
    sort: i32,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// Stores
#[utoipa::path(get, path = "/store/all", tag = "stores", params(StoreQuery),
    responses((status = OK, description = "A page of open stores", body = Paged<Vec<Store>>)))]
async fn list(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<StoreQuery>,
) -> PagedReply<Vec<Store>> {
    let StoreQuery { search, sort, page, per_page } = query;
    let request = ListStoresRequest { search, sort, page, per_page, only: None };
    let answer = retry(async || services.stores().list(visitor.sign(request.clone())).await).await;
    reply_paged(answer, |page| (page.stores, page.meta))
}

/// A store
#[utoipa::path(get, path = "/store/{store}", tag = "stores", params(("store" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "The store", body = Data<Store>)))]
async fn get(State(services): State<Services>, visitor: Visitor, Segment(store): Segment) -> Reply<Store> {
    let request = GetStoreRequest { store };
    reply(retry(async || services.stores().get(visitor.sign(request.clone())).await).await)
}
