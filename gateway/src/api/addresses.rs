use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{Address, AddressInput, ListAddressesRequest, RemoveAddressRequest},
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Segment},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

const NO_SUCH_ADDRESS: &str = "address_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(update, remove))
}

/// Addresses, the default one first
#[utoipa::path(get, path = "/user/addresses", operation_id = "listAddresses",
    tag = "addresses", security(("bearer" = [])),
    responses((status = OK, description = "The caller's addresses", body = Data<Vec<Address>>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<Vec<Address>> {
    let response = retry(async || services.addresses().list(caller.request(ListAddressesRequest {})).await).await;
    reply_with(response, |list| list.addresses)
}

/// Add an address
///
/// The first address becomes the default. An account has at most 20 addresses.
#[utoipa::path(post, path = "/user/addresses", operation_id = "addAddress",
    tag = "addresses", request_body = AddressInput, security(("bearer" = [])),
    responses((status = OK, description = "The address", body = Data<Address>)))]
async fn add(State(services): State<Services>, caller: Caller, Json(body): Json<AddressInput>) -> Reply<Address> {
    let request = AddressInput { id: None, ..body };
    reply(services.addresses().add(caller.request(request)).await)
}

/// Replace an address
#[utoipa::path(put, path = "/user/addresses/{id}", operation_id = "updateAddress",
    tag = "addresses", request_body = AddressInput,
    params(("id" = i64, Path, description = "An address's id")), security(("bearer" = [])),
    responses((status = OK, description = "The address", body = Data<Address>)))]
async fn update(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(body): Json<AddressInput>,
) -> Reply<Address> {
    let request = AddressInput { id: Some(segment.id(NO_SUCH_ADDRESS)?), ..body };
    reply(services.addresses().update(caller.request(request)).await)
}

/// Delete an address
///
/// If it was the default, the newest of the other addresses becomes the default.
#[utoipa::path(delete, path = "/user/addresses/{id}", operation_id = "removeAddress",
    tag = "addresses", security(("bearer" = [])),
    params(("id" = i64, Path, description = "An address's id")),
    responses((status = OK, description = "The address is removed", body = Data<Done>)))]
async fn remove(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Done> {
    let request = RemoveAddressRequest { id: segment.id(NO_SUCH_ADDRESS)? };
    reply(services.addresses().remove(caller.request(request)).await)
}
