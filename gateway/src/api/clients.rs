//! Keys with which the caller's apps sign their requests (`signature.rs`).

use axum::{extract::State, http::StatusCode};
use kit::client::retry;
use proto::{
    auth::{Client, ClientPlatform, ListClientsRequest, PublicKey, RegisterClientRequest, RevokeClientRequest},
    common::Done,
    json::enumeration,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Segment, Signed},
    problem::Problem,
    reply::{self, Data, Reply, envelope, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(register, list)).routes(routes!(revoke))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewClient {
    /// The public key of an ES256 key pair, as JWK. The private key never leaves the device.
    #[schema(value_type = PublicKey, required = true)]
    public_key: Option<PublicKey>,
    /// The owner's name for the device.
    #[serde(default)]
    #[schema(required = true)]
    name: String,
    #[serde(default, deserialize_with = "enumeration::deserialize::<ClientPlatform, _>")]
    #[schema(value_type = ClientPlatform, required = true)]
    platform: i32,
    /// The platform's attestation of the app and its key (App Attest, Play Integrity). It is stored; unless an attestation service checks
    /// it, the client is recorded as `unattested`.
    #[schema(value_type = String, required = false)]
    attestation: Option<String>,
}

/// Register the key of an app
///
/// The request is signed with the key that it registers. Requests signed with the key can then spend bonuses. The key is revoked together
/// with the session that registered it. An account has at most 10 keys (409 `too_many_clients`); 409 `client_taken` if another account has
/// the key.
#[utoipa::path(post, path = "/user/clients", operation_id = "registerClient",
    tag = "clients", request_body = NewClient, security(("bearer" = [])),
    params(
        ("Content-Digest" = String, Header, description = "RFC 9530, `sha-256`"),
        ("Signature-Input" = String, Header, description = "RFC 9421, see docs/APP-SIGNATURES.md"),
        ("Signature" = String, Header, description = "RFC 9421, `ecdsa-p256-sha256`"),
    ),
    responses((status = CREATED, description = "The client; unchanged if it was already registered",
        body = Data<Client>)))]
async fn register(
    State(services): State<Services>,
    caller: Caller,
    Signed { body, message }: Signed<NewClient>,
) -> Result<(StatusCode, reply::Json<Data<Client>>), Problem> {
    if message.is_none() {
        return Err(Problem::new(StatusCode::FORBIDDEN, "signature_invalid"));
    }
    let NewClient { public_key, name, platform, attestation } = body;
    let request = RegisterClientRequest { public_key, name, platform, attestation, signed: message };
    // Not retried: the service accepts a nonce only once.
    let client = services.clients().register(caller.request(request)).await?.into_inner();
    Ok((StatusCode::CREATED, envelope(client)))
}

/// Keys of the caller's apps that are not revoked, newest first
#[utoipa::path(get, path = "/user/clients", operation_id = "listClients", tag = "clients", security(("bearer" = [])),
    responses((status = OK, description = "The keys with their devices", body = Data<Vec<Client>>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<Vec<Client>> {
    let response = retry(async || services.clients().list(caller.request(ListClientsRequest {})).await).await;
    reply_with(response, |list| list.clients)
}

/// Revoke a key permanently
#[utoipa::path(delete, path = "/user/clients/{id}", operation_id = "revokeClient",
    tag = "clients", security(("bearer" = [])),
    params(("id" = String, Path, description = "A client's id")),
    responses((status = OK, description = "The key is revoked", body = Data<Done>)))]
async fn revoke(State(services): State<Services>, caller: Caller, Segment(id): Segment) -> Reply<Done> {
    let request = RevokeClientRequest { id };
    reply(retry(async || services.clients().revoke(caller.request(request.clone())).await).await)
}
