use axum::extract::State;
use kit::client::retry;
use proto::{
    common::LocalText,
    json::enumeration,
    store::{
        CreateStoreRequest, DeskStore, StoreDeskGetRequest, StoreDeskListRequest, StoreDraft, StoreState,
        UpdateStoreRequest,
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{CursorPaged, CursorReply, Data, Reply, reply, reply_cursor},
    services::Services,
};

const NO_SUCH_STORE: &str = "store_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(create))
        .routes(routes!(update))
        .routes(routes!(open))
        .routes(routes!(close))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct StoreDeskQuery {
    /// A part of the name. Case and diacritics are ignored
    text: Option<String>,
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<StoreState, _>")]
    #[param(value_type = Option<StoreState>)]
    state: i32,
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// The number of stores on a page; 50 if absent
    limit: Option<i64>,
}

/// A new store.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewStoreForm {
    #[schema(value_type = String, required = true)]
    name: Option<String>,
    /// Lower-case letters, digits and single hyphens, not only digits. Made from the name if absent.
    #[schema(value_type = String, required = false)]
    slug: Option<String>,
    /// Each text has up to 2,000 characters.
    #[schema(value_type = LocalText, required = true)]
    about: Option<LocalText>,
    /// The address of an uploaded picture. No picture if absent or empty.
    #[schema(value_type = String, required = false)]
    logo_url: Option<String>,
    /// The address of an uploaded picture. No picture if absent or empty.
    #[schema(value_type = String, required = false)]
    cover_url: Option<String>,
}

/// A store as edited by operators.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StoreForm {
    /// The version of the store that the operator has read.
    #[schema(value_type = i64, required = true)]
    version: Option<i64>,
    #[schema(value_type = String, required = true)]
    name: Option<String>,
    /// Lower-case letters, digits and single hyphens, not only digits.
    #[schema(value_type = String, required = true)]
    slug: Option<String>,
    /// Each text has up to 2,000 characters.
    #[schema(value_type = LocalText, required = true)]
    about: Option<LocalText>,
    /// The address of an uploaded picture. No picture if absent or empty.
    #[schema(value_type = String, required = false)]
    logo_url: Option<String>,
    /// The address of an uploaded picture. No picture if absent or empty.
    #[schema(value_type = String, required = false)]
    cover_url: Option<String>,
}

impl NewStoreForm {
    fn into_request(self) -> CreateStoreRequest {
        let Self { name, slug, about, logo_url, cover_url } = self;
        CreateStoreRequest { store: Some(StoreDraft { name, slug, about, logo_url, cover_url }) }
    }
}

impl StoreForm {
    fn into_request(self, id: i64) -> UpdateStoreRequest {
        let Self { version, name, slug, about, logo_url, cover_url } = self;
        UpdateStoreRequest { id, version, store: Some(StoreDraft { name, slug, about, logo_url, cover_url }) }
    }
}

/// For operators: open and closed stores, by name
#[utoipa::path(get, path = "/admin/stores", operation_id = "listStoresOfStaff",
    extensions(("x-rpc" = json!("store.v1.StoreDesk/List"))),
    tag = "desk", params(StoreDeskQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of stores", body = CursorPaged<Vec<DeskStore>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<StoreDeskQuery>,
) -> CursorReply<Vec<DeskStore>> {
    let StoreDeskQuery { text, state, cursor, limit } = query;
    let request = StoreDeskListRequest { text, state, cursor, limit };
    let response = retry(async || services.store_desk().list(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.stores, page.next_cursor))
}

/// For operators: a store, also if it is closed
#[utoipa::path(get, path = "/admin/stores/{id}", operation_id = "getStoreOfStaff",
    extensions(("x-rpc" = json!("store.v1.StoreDesk/Get"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A store's id")),
    responses((status = OK, description = "The store", body = Data<DeskStore>)))]
async fn get(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<DeskStore> {
    let request = StoreDeskGetRequest { id: segment.id(NO_SUCH_STORE)? };
    reply(retry(async || services.store_desk().get(caller.request(request)).await).await)
}

/// For operators: create a store
///
/// It is open at once. A slug that another store has is 422 `duplicate`.
#[utoipa::path(post, path = "/admin/stores", operation_id = "createStore",
    extensions(("x-rpc" = json!("store.v1.StoreDesk/Create"))),
    tag = "desk", request_body = NewStoreForm, security(("bearer" = [])),
    responses((status = OK, description = "The new store", body = Data<DeskStore>)))]
async fn create(State(services): State<Services>, caller: Caller, Json(form): Json<NewStoreForm>) -> Reply<DeskStore> {
    reply(services.store_desk().create(caller.request(form.into_request())).await)
}

/// For operators: change a store
///
/// The former slug leads to the store. 409 `store_changed` if the store is not at the given `version`.
#[utoipa::path(put, path = "/admin/stores/{id}", operation_id = "updateStore",
    extensions(("x-rpc" = json!("store.v1.StoreDesk/Update"))),
    tag = "desk", request_body = StoreForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A store's id")),
    responses((status = OK, description = "The store", body = Data<DeskStore>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(form): Json<StoreForm>,
) -> Reply<DeskStore> {
    let request = form.into_request(segment.id(NO_SUCH_STORE)?);
    reply(services.store_desk().update(caller.request(request)).await)
}

/// For operators: show a store and its products again
#[utoipa::path(post, path = "/admin/stores/{id}/open", operation_id = "openStore",
    extensions(("x-rpc" = json!("store.v1.StoreDesk/Open"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A store's id")),
    responses((status = OK, description = "The open store", body = Data<DeskStore>)))]
async fn open(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<DeskStore> {
    let request = StoreDeskGetRequest { id: segment.id(NO_SUCH_STORE)? };
    reply(services.store_desk().open(caller.request(request)).await)
}

/// For operators: hide a store and its products
///
/// Orders that were placed keep their parts.
#[utoipa::path(post, path = "/admin/stores/{id}/close", operation_id = "closeStore",
    extensions(("x-rpc" = json!("store.v1.StoreDesk/Close"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A store's id")),
    responses((status = OK, description = "The closed store", body = Data<DeskStore>)))]
async fn close(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<DeskStore> {
    let request = StoreDeskGetRequest { id: segment.id(NO_SUCH_STORE)? };
    reply(services.store_desk().close(caller.request(request)).await)
}
