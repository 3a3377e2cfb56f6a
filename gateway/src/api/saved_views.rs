//! Saved views of lists in the back office: filters with a name, kept for the account.

use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{DeleteViewRequest, ListSavedViewsRequest, SaveViewRequest, SavedView},
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, save, delete))
}

/// For staff: the caller's saved views of all lists
#[utoipa::path(get, path = "/admin/saved-views", operation_id = "listSavedViews",
    extensions(("x-rpc" = json!("auth.v1.SavedViews/List"))), tag = "staff", security(("bearer" = [])),
    responses((status = OK, description = "The views by list, the oldest first", body = Data<Vec<SavedView>>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<Vec<SavedView>> {
    let response = retry(async || services.saved_views().list(caller.request(ListSavedViewsRequest {})).await).await;
    reply_with(response, |list| list.views)
}

/// For staff: save a view of a list
///
/// Replaces the caller's view of the list with the same name. An account has at most 20 views of a list.
#[utoipa::path(put, path = "/admin/saved-views", operation_id = "saveView",
    extensions(("x-rpc" = json!("auth.v1.SavedViews/Save"))), tag = "staff",
    request_body = SaveViewRequest, security(("bearer" = [])),
    responses((status = OK, description = "The saved view", body = Data<SavedView>)))]
async fn save(State(services): State<Services>, caller: Caller, Json(body): Json<SaveViewRequest>) -> Reply<SavedView> {
    reply(services.saved_views().save(caller.request(body)).await)
}

/// For staff: delete a saved view
#[utoipa::path(delete, path = "/admin/saved-views", operation_id = "deleteView",
    extensions(("x-rpc" = json!("auth.v1.SavedViews/Delete"))), tag = "staff",
    request_body = DeleteViewRequest, security(("bearer" = [])),
    responses((status = OK, description = "The view is deleted", body = Data<Done>)))]
async fn delete(State(services): State<Services>, caller: Caller, Json(body): Json<DeleteViewRequest>) -> Reply<Done> {
    reply(services.saved_views().delete(caller.request(body)).await)
}
