//! Family and friends, of whose birthdays the shop reminds the caller.

use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{AddFamilyRequest, Family, ListFamiliesRequest, RemoveFamilyRequest},
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(add)).routes(routes!(remove))
}

/// Family and friends, by their next birthday
#[utoipa::path(get, path = "/user/families", operation_id = "listFamilyMembers",
    tag = "families", security(("bearer" = [])),
    responses((status = OK, description = "The caller's family and friends", body = Data<Vec<Family>>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<Vec<Family>> {
    let response = retry(async || services.families().list(caller.request(ListFamiliesRequest {})).await).await;
    reply_with(response, |list| list.families)
}

/// Add a person to be reminded of
#[utoipa::path(post, path = "/user/family/add", operation_id = "addFamilyMember",
    tag = "families", request_body = AddFamilyRequest,
    security(("bearer" = [])), responses((status = OK, description = "The added person", body = Data<Family>)))]
async fn add(State(services): State<Services>, caller: Caller, Json(body): Json<AddFamilyRequest>) -> Reply<Family> {
    reply(services.families().add(caller.request(body)).await)
}

/// Remove a person to be reminded of
#[utoipa::path(delete, path = "/user/family/remove", operation_id = "removeFamilyMember",
    tag = "families", request_body = RemoveFamilyRequest,
    security(("bearer" = [])), responses((status = OK, description = "The person is removed", body = Data<Done>)))]
async fn remove(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<RemoveFamilyRequest>,
) -> Reply<Done> {
    reply(services.families().remove(caller.request(body)).await)
}
