//! Registered keys of app installations (clients).

use kit::{
    Error, Result,
    input::{Checks, text},
};
use proto::{
    auth::{
        Client, ClientAttestation, ClientList, ClientPlatform, ListClientsRequest, RegisterClientRequest,
        RevokeClientRequest, SignedMessage, VerifiedClient, VerifyClientRequest, clients_server,
    },
    common::Done,
    json::{from_name, to_name, to_timestamp},
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::clients,
    db::client::{ClientRow, NewClient},
    domain::client::{PublicKey, Signed},
};

/// In characters.
const NAME: std::ops::RangeInclusive<usize> = 1..=100;
/// A statement of App Attest takes about 6 KiB.
const ATTESTATION: std::ops::RangeInclusive<usize> = 0..=16_384;

pub struct Clients(pub App);

#[tonic::async_trait]
impl clients_server::Clients for Clients {
    async fn register(&self, request: Request<RegisterClientRequest>) -> Result<Response<Client>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let new = parse(request.get_ref())?;
        let signed = parse_signed(request.get_ref().signed.as_ref())?;
        let row = clients::register(&self.0, &caller, &new, &signed).await?;
        Ok(Response::new(into_client(row)))
    }

    async fn list(&self, request: Request<ListClientsRequest>) -> Result<Response<ClientList>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let rows = clients::list(&self.0, &caller).await?;
        Ok(Response::new(ClientList { clients: rows.into_iter().map(into_client).collect() }))
    }

    async fn revoke(&self, request: Request<RevokeClientRequest>) -> Result<Response<Done>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        clients::revoke(&self.0, &caller, &request.get_ref().id).await?;
        Ok(Response::new(Done {}))
    }

    async fn verify(&self, request: Request<VerifyClientRequest>) -> Result<Response<VerifiedClient>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        let signed = parse_signed(request.get_ref().signed.as_ref())?;
        let access_token = clients::verify(&self.0, &caller, &signed).await?;
        Ok(Response::new(VerifiedClient { access_token }))
    }
}

fn parse(request: &RegisterClientRequest) -> Result<NewClient> {
    let mut checks = Checks::default();
    let key = parse_key(&mut checks, request);
    let name = checks.take("name", text(&request.name, NAME));
    let platform = checks.take("platform", parse_platform(request.platform));
    let attestation = request.attestation.as_deref().map(|raw| text(raw, ATTESTATION)).transpose();
    let attestation = checks.take("attestation", attestation).flatten().filter(|statement| !statement.is_empty());
    checks.finish()?;
    let new = (|| Some(NewClient { key: key?, name: name?, platform: platform?, attestation }))();
    new.ok_or_else(|| Error::internal(anyhow::anyhow!("a field without a value passed the checks")))
}

fn parse_key(checks: &mut Checks, request: &RegisterClientRequest) -> Option<PublicKey> {
    let Some(key) = &request.public_key else { return checks.take("publicKey", Err("required")) };
    match PublicKey::parse_jwk(&key.kty, &key.crv, &key.x, &key.y) {
        Ok(key) => Some(key),
        Err((field, code)) => checks.take(field, Err(code)),
    }
}

fn parse_platform(raw: i32) -> Result<String, &'static str> {
    match ClientPlatform::try_from(raw) {
        Ok(ClientPlatform::Unspecified) => Err("required"),
        Ok(platform) => Ok(to_name(platform)),
        Err(_) => Err("unknown_value"),
    }
}

/// A missing or malformed signature is refused like a wrong one.
fn parse_signed(raw: Option<&SignedMessage>) -> Result<Signed> {
    let parsed = raw.and_then(|raw| Signed::parse(&raw.key_id, &raw.base, &raw.signature, raw.created, &raw.nonce));
    parsed.ok_or(Error::NotAllowed("signature_invalid"))
}

fn into_client(row: ClientRow) -> Client {
    Client {
        id: row.key_id,
        name: row.name,
        platform: from_name::<ClientPlatform>(&row.platform).unwrap_or_default().into(),
        attestation: from_name::<ClientAttestation>(&row.attestation_state).unwrap_or_default().into(),
        created_at: Some(to_timestamp(row.registered_at)),
        last_used_at: row.last_used_at.map(to_timestamp),
    }
}
