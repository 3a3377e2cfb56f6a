use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{Device, EndDeviceRequest, EndOtherDevicesRequest, ListDevicesRequest},
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Segment},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, end_others)).routes(routes!(end))
}

/// Devices, last used first
#[utoipa::path(get, path = "/user/devices", operation_id = "listDevices", tag = "devices", security(("bearer" = [])),
    responses((status = OK, description = "The devices", body = Data<Vec<Device>>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<Vec<Device>> {
    let response = retry(async || services.devices().list(caller.request(ListDevicesRequest {})).await).await;
    reply_with(response, |list| list.devices)
}

/// Sign out a device
#[utoipa::path(delete, path = "/user/devices/{id}", operation_id = "signOutDevice",
    tag = "devices", security(("bearer" = [])),
    params(("id" = String, Path, description = "A device's id")),
    responses((status = OK, description = "The session has ended", body = Data<Done>)))]
async fn end(State(services): State<Services>, caller: Caller, Segment(id): Segment) -> Reply<Done> {
    reply(services.devices().end(caller.request(EndDeviceRequest { id })).await)
}

/// Sign out all other devices
#[utoipa::path(delete, path = "/user/devices", operation_id = "signOutOtherDevices",
    tag = "devices", security(("bearer" = [])),
    responses((status = OK, description = "All other devices are signed out", body = Data<Done>)))]
async fn end_others(State(services): State<Services>, caller: Caller) -> Reply<Done> {
    reply(services.devices().end_others(caller.request(EndOtherDevicesRequest {})).await)
}
