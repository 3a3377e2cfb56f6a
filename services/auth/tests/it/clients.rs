//! Clients are registered keys of app installations.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use futures::future::join_all;
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use proto::auth::{
    ChangePasswordRequest, Client, ClientAttestation, ClientPlatform, ListClientsRequest, PublicKey,
    RegisterClientRequest, RevokeClientRequest, SignedMessage, VerifyClientRequest, clients_client::ClientsClient,
    passwords_client::PasswordsClient,
};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use tonic::Status;

use crate::test_auth::{PASSWORD, TestAuth, phone, refusal, with_token};

/// An app on a phone, with its key.
#[derive(Clone)]
struct Installation {
    key: SigningKey,
}

impl Installation {
    /// Each seed gives another key.
    fn new(seed: u8) -> Self {
        Self { key: SigningKey::from_slice(&[seed; 32]).expect("a small number is a valid key") }
    }

    fn public_key(&self) -> PublicKey {
        let point = self.key.verifying_key().to_encoded_point(false);
        let text = |coordinate: Option<&p256::FieldBytes>| URL_SAFE_NO_PAD.encode(coordinate.expect("no infinity"));
        PublicKey { kty: "EC".to_owned(), crv: "P-256".to_owned(), x: text(point.x()), y: text(point.y()) }
    }

    /// The key's JWK thumbprint.
    fn id(&self) -> String {
        let PublicKey { x, y, .. } = self.public_key();
        URL_SAFE_NO_PAD.encode(Sha256::digest(format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#)))
    }

    /// The nonce is padded to the minimum of 16 characters.
    fn sign(&self, auth: &TestAuth, nonce: &str) -> SignedMessage {
        let created = auth.clock.now().timestamp();
        let base = format!("\"@method\": POST\ncreated={created};nonce={nonce}").into_bytes();
        let signature: Signature = self.key.sign(&base);
        SignedMessage {
            key_id: self.id(),
            signature: signature.to_bytes().to_vec(),
            base,
            created,
            nonce: format!("{:-<16}", nonce.replace(' ', "-")),
        }
    }
}

impl TestAuth {
    async fn register_client(&self, access: &str, phone: &Installation, nonce: &str) -> Result<Client, Status> {
        self.register_client_with(access, registration(phone, phone.sign(self, nonce))).await
    }

    async fn register_client_with(&self, access: &str, request: RegisterClientRequest) -> Result<Client, Status> {
        Ok(ClientsClient::new(self.channel()).register(with_token(access).sign(request)).await?.into_inner())
    }

    async fn clients(&self, access: &str) -> Vec<Client> {
        let request = with_token(access).sign(ListClientsRequest {});
        ClientsClient::new(self.channel()).list(request).await.expect("a list").into_inner().clients
    }

    async fn revoke_client(&self, access: &str, id: &str) -> Result<(), Status> {
        let request = with_token(access).sign(RevokeClientRequest { id: id.to_owned() });
        ClientsClient::new(self.channel()).revoke(request).await.map(drop)
    }

    /// Returns the access token for the signed request.
    async fn verify_client(&self, access: &str, signed: SignedMessage) -> Result<String, Status> {
        let request = with_token(access).sign(VerifyClientRequest { signed: Some(signed) });
        Ok(ClientsClient::new(self.channel()).verify(request).await?.into_inner().access_token)
    }
}

fn registration(phone: &Installation, signed: SignedMessage) -> RegisterClientRequest {
    RegisterClientRequest {
        public_key: Some(phone.public_key()),
        name: "Aygünün telefonu".to_owned(),
        platform: ClientPlatform::Android.into(),
        attestation: Some("an unchecked statement".to_owned()),
        signed: Some(signed),
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_signed_request_gets_a_short_lived_token_with_the_key_id(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (session, phone) = (auth.register_and_sign_in(1).await, Installation::new(1));
    let access = session.access_token.as_str();
    let client = auth.register_client(access, &phone, "register").await.unwrap();
    assert_eq!((client.id.as_str(), client.attestation()), (phone.id().as_str(), ClientAttestation::Unattested));
    assert_eq!((client.name.as_str(), client.last_used_at), ("Aygünün telefonu", None));
    let again = auth.register_client(access, &phone, "once more").await.unwrap();
    assert_eq!(again.id, client.id, "registering again keeps the id");

    let token = auth.verify_client(access, phone.sign(&auth, "order")).await.unwrap();
    let caller = auth.other_service().verify(&token).await.unwrap();
    let own = auth.other_service().verify(access).await.unwrap();
    assert_eq!((caller.account, caller.session), (own.account, own.session));
    assert_eq!((caller.client, own.client), (Some(phone.id()), None));
    assert!(caller.lasts.as_secs() <= 60, "at most one minute");
    assert!(auth.clients(access).await[0].last_used_at.is_some());
    let stored: String = sqlx::query_scalar("select attestation_state || ' ' || attestation from client")
        .fetch_one(&auth.app.pool)
        .await
        .unwrap();
    assert_eq!(stored, "unattested an unchecked statement");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn forged_expired_and_replayed_requests_are_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (session, other) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    let (phone, stranger) = (Installation::new(1), Installation::new(2));
    let access = session.access_token.as_str();
    let denied = |code: &str| format!("PermissionDenied {code}");
    auth.register_client(access, &phone, "register").await.unwrap();
    let good = phone.sign(&auth, "good");

    let forged = SignedMessage { key_id: phone.id(), ..stranger.sign(&auth, "forged") };
    assert_eq!(refusal(auth.verify_client(access, forged).await), denied("signature_invalid"));
    let altered = SignedMessage { base: b"\"@method\": DELETE".to_vec(), ..good.clone() };
    assert_eq!(refusal(auth.verify_client(access, altered).await), denied("signature_invalid"));
    for broken in [
        SignedMessage { signature: vec![], ..good.clone() },
        SignedMessage { nonce: "short".to_owned(), ..good.clone() },
        SignedMessage::default(),
    ] {
        assert_eq!(refusal(auth.verify_client(access, broken).await), denied("signature_invalid"));
    }
    let unknown = stranger.sign(&auth, "unknown");
    assert_eq!(refusal(auth.verify_client(access, unknown).await), denied("client_not_found"));
    let not_theirs = phone.sign(&auth, "not theirs");
    assert_eq!(refusal(auth.verify_client(&other.access_token, not_theirs).await), denied("client_taken"));

    let replica = auth.replica().await;
    let at_once = join_all((0..6).map(|at| if at % 2 == 0 { &auth } else { &replica }).map(|auth| {
        let good = good.clone();
        async move { auth.verify_client(access, good).await }
    }));
    let outcomes = at_once.await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "one nonce, one request");
    for replayed in outcomes.into_iter().filter(Result::is_err) {
        assert_eq!(refusal(replayed), denied("signature_replayed"));
    }

    // A signature is accepted up to 300 seconds before and after its time.
    let late = phone.sign(&auth, "late");
    auth.clock.advance(TimeDelta::seconds(301));
    assert_eq!(refusal(auth.verify_client(access, late).await), denied("signature_expired"));
    let early = phone.sign(&auth, "early");
    auth.clock.advance(TimeDelta::seconds(-301));
    assert_eq!(refusal(auth.verify_client(access, early).await), denied("signature_expired"));
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_key_is_registered_by_its_holder_and_stays_with_the_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (session, other) = (auth.register_and_sign_in(1).await, auth.register_and_sign_in(2).await);
    let (phone, stranger) = (Installation::new(1), Installation::new(2));
    let access = session.access_token.as_str();
    let signed_by_stranger =
        registration(&phone, SignedMessage { key_id: phone.id(), ..stranger.sign(&auth, "not held") });
    assert_eq!(
        refusal(auth.register_client_with(access, signed_by_stranger).await),
        "PermissionDenied signature_invalid"
    );
    let of_another_key = registration(&phone, stranger.sign(&auth, "another"));
    assert_eq!(refusal(auth.register_client_with(access, of_another_key).await), "PermissionDenied signature_invalid");
    let unsigned = RegisterClientRequest { signed: None, ..registration(&phone, SignedMessage::default()) };
    assert_eq!(refusal(auth.register_client_with(access, unsigned).await), "PermissionDenied signature_invalid");
    let empty = RegisterClientRequest::default();
    assert_eq!(
        refusal(auth.register_client_with(access, empty).await),
        "InvalidArgument validation_failed publicKey=required name=required platform=required"
    );
    let signed = phone.sign(&auth, "a bad point");
    let mut bad = registration(&phone, signed);
    bad.public_key = Some(PublicKey { y: phone.public_key().x, ..phone.public_key() });
    assert_eq!(
        refusal(auth.register_client_with(access, bad).await),
        "InvalidArgument validation_failed publicKey=invalid"
    );
    assert!(auth.clients(access).await.is_empty());

    auth.register_client(access, &phone, "register").await.unwrap();
    let taken = auth.register_client(&other.access_token, &phone, "taken").await;
    assert_eq!(refusal(taken), "FailedPrecondition client_taken");
    assert_eq!(refusal(auth.revoke_client(&other.access_token, &phone.id()).await), "NotFound client_not_found");
    assert!(auth.clients(&other.access_token).await.is_empty());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_revoked_key_stays_revoked_and_an_account_has_at_most_ten(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let session = auth.register_and_sign_in(1).await;
    let access = session.access_token.as_str();
    for seed in 1..=10 {
        auth.clock.advance(TimeDelta::seconds(1));
        auth.register_client(access, &Installation::new(seed), "register").await.unwrap();
    }
    let more = auth.register_client(access, &Installation::new(11), "one more").await;
    assert_eq!(refusal(more), "FailedPrecondition too_many_clients");
    let newest: Vec<_> = auth.clients(access).await.into_iter().map(|client| client.id).collect();
    assert_eq!((newest.len(), newest[0].as_str()), (10, Installation::new(10).id().as_str()));

    let lost = Installation::new(3);
    for _ in 0..2 {
        auth.revoke_client(access, &lost.id()).await.unwrap();
    }
    assert_eq!(refusal(auth.verify_client(access, lost.sign(&auth, "lost")).await), "PermissionDenied client_revoked");
    assert_eq!(refusal(auth.register_client(access, &lost, "found").await), "FailedPrecondition client_revoked");
    auth.register_client(access, &Installation::new(11), "below the limit").await.unwrap();
    for wrong in [
        "update client set revoked_at = null where revoked_at is not null",
        "update client set account_id = account_id + 1",
        "update client set public_key = decode(repeat('04', 65), 'hex')",
    ] {
        let refused = sqlx::query(wrong).execute(&pool).await.unwrap_err();
        assert!(refused.to_string().contains("stays revoked"), "{refused}");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_key_is_revoked_with_its_session(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    auth.register(1).await;
    let sign_in = async || auth.sign_in(&phone(1), PASSWORD).await.expect("they know their password");
    let (telephone, laptop) = (sign_in().await, sign_in().await);
    let keys = [Installation::new(1), Installation::new(2), Installation::new(3), Installation::new(4)];
    auth.register_client(&telephone.access_token, &keys[0], "register").await.unwrap();
    auth.register_client(&telephone.access_token, &keys[1], "register").await.unwrap();
    auth.sign_out(&telephone.access_token).await.unwrap();
    let verified = auth.verify_client(&laptop.access_token, keys[0].sign(&auth, "signed out")).await;
    assert_eq!(refusal(verified), "PermissionDenied client_revoked");

    // A key registered again in another session belongs to that session.
    let tablet = sign_in().await;
    auth.register_client(&tablet.access_token, &keys[2], "register").await.unwrap();
    auth.register_client(&laptop.access_token, &keys[2], "moved").await.unwrap();
    auth.sign_out(&tablet.access_token).await.unwrap();
    auth.verify_client(&laptop.access_token, keys[2].sign(&auth, "moved along")).await.unwrap();

    let watch = sign_in().await;
    auth.register_client(&watch.access_token, &keys[3], "register").await.unwrap();
    let request = ChangePasswordRequest {
        current_password: Some(PASSWORD.to_owned()),
        password: "yeni gizli-söz 2026".to_owned(),
        password_confirmation: "yeni gizli-söz 2026".to_owned(),
    };
    let changed = PasswordsClient::new(auth.channel()).change(with_token(&laptop.access_token).sign(request)).await;
    let access = changed.unwrap().into_inner().access_token;
    let left: Vec<_> = auth.clients(&access).await.into_iter().map(|client| client.id).collect();
    assert_eq!(left, [keys[2].id()], "a new password ends the other sessions and their keys");
    assert_eq!(
        refusal(auth.verify_client(&watch.access_token, keys[3].sign(&auth, "ended")).await),
        "Unauthenticated unauthenticated"
    );

    // Unused sessions are deleted after 30 days.
    auth.clock.advance(TimeDelta::days(31));
    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(auth.count("select count(*) from client where revoked_at is null").await, 0);
    assert_eq!(auth.count("select count(*) from client").await, 4, "revoked keys stay registered");
    assert_eq!(auth.count("select count(*) from client_nonce").await, 0, "expired nonces are deleted");
    sqlx::query("delete from account").execute(&pool).await.unwrap();
    assert_eq!(auth.count("select count(*) from client").await, 0);
}
