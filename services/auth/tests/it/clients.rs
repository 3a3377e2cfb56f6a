//! A client is the registered key of an app installation.

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

const NAME: &str = "Aygünün telefonu";
const SIGNATURE_INVALID: &str = "PermissionDenied signature_invalid";
const SIGNATURE_EXPIRED: &str = "PermissionDenied signature_expired";
const CLIENT_REVOKED: &str = "PermissionDenied client_revoked";

/// An app on a phone has a key of its own.
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

    /// Returns the key's JWK thumbprint.
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
    async fn access_of(&self, number: u8) -> String {
        self.register_and_sign_in(number).await.access_token
    }

    async fn two_sessions(&self) -> [String; 2] {
        let first = self.access_of(1).await;
        [first, self.sign_in(&phone(1), PASSWORD).await.expect("the correct password").access_token]
    }

    async fn register_client(&self, access: &str, app: &Installation, nonce: &str) -> Result<Client, Status> {
        self.register_client_with(access, registration(app, app.sign(self, nonce))).await
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

    async fn verify_client(&self, access: &str, signed: SignedMessage) -> Result<String, Status> {
        let request = with_token(access).sign(VerifyClientRequest { signed: Some(signed) });
        Ok(ClientsClient::new(self.channel()).verify(request).await?.into_inner().access_token)
    }
}

fn registration(app: &Installation, signed: SignedMessage) -> RegisterClientRequest {
    RegisterClientRequest {
        public_key: Some(app.public_key()),
        name: NAME.to_owned(),
        platform: ClientPlatform::Android.into(),
        attestation: Some("an unchecked statement".to_owned()),
        signed: Some(signed),
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_registered_key_is_unattested(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let (access, app) = (&auth.access_of(1).await, Installation::new(1));
    let client = auth.register_client(access, &app, "register").await.unwrap();
    assert_eq!((client.id.as_str(), client.attestation()), (app.id().as_str(), ClientAttestation::Unattested));
    assert_eq!((client.name.as_str(), client.last_used_at), (NAME, None));
    let stored: String = sqlx::query_scalar("select attestation_state || ' ' || attestation from client")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(stored, "unattested an unchecked statement");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn registering_a_key_again_keeps_its_id(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, app) = (&auth.access_of(1).await, Installation::new(1));
    let client = auth.register_client(access, &app, "register").await.unwrap();
    let again = auth.register_client(access, &app, "once more").await.unwrap();
    assert_eq!(again.id, client.id);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_signed_request_gets_a_short_lived_token_with_the_key_id(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, app) = (&auth.access_of(1).await, Installation::new(1));
    auth.register_client(access, &app, "register").await.unwrap();
    let token = auth.verify_client(access, app.sign(&auth, "order")).await.unwrap();
    let caller = auth.other_service().verify(&token).await.unwrap();
    let own = auth.other_service().verify(access).await.unwrap();
    assert_eq!((caller.account, caller.session), (own.account, own.session));
    assert_eq!((caller.client, own.client), (Some(app.id()), None));
    assert!(caller.lasts.as_secs() <= 60, "at most one minute");
    assert!(auth.clients(access).await[0].last_used_at.is_some());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn forged_requests_are_refused(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, app, forger) = (&auth.access_of(1).await, Installation::new(1), Installation::new(2));
    auth.register_client(access, &app, "register").await.unwrap();
    let good = app.sign(&auth, "good");
    for forged in [
        SignedMessage { key_id: app.id(), ..forger.sign(&auth, "forged") },
        SignedMessage { base: b"\"@method\": DELETE".to_vec(), ..good.clone() },
        SignedMessage { signature: vec![], ..good.clone() },
        SignedMessage { nonce: "short".to_owned(), ..good },
        SignedMessage::default(),
    ] {
        assert_eq!(refusal(auth.verify_client(access, forged).await), SIGNATURE_INVALID);
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn only_registered_keys_of_the_own_account_are_accepted(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, other) = (&auth.access_of(1).await, &auth.access_of(2).await);
    let (app, unregistered) = (Installation::new(1), Installation::new(2));
    auth.register_client(access, &app, "register").await.unwrap();
    let unknown = auth.verify_client(access, unregistered.sign(&auth, "unknown")).await;
    assert_eq!(refusal(unknown), "PermissionDenied client_not_found");
    let not_theirs = auth.verify_client(other, app.sign(&auth, "not theirs")).await;
    assert_eq!(refusal(not_theirs), "PermissionDenied client_taken");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_signed_request_is_accepted_once(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, app) = (&auth.access_of(1).await, Installation::new(1));
    auth.register_client(access, &app, "register").await.unwrap();
    let signed = app.sign(&auth, "good");

    let replica = auth.replica().await;
    let processes = [&auth, &replica];
    let calls = (0..6).map(|n| processes[n % 2].verify_client(access, signed.clone()));
    let outcomes = join_all(calls).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "one nonce, one request");
    for replayed in outcomes.into_iter().filter(Result::is_err) {
        assert_eq!(refusal(replayed), "PermissionDenied signature_replayed");
    }
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_signature_is_refused_more_than_300_seconds_from_its_time(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, app) = (&auth.access_of(1).await, Installation::new(1));
    auth.register_client(access, &app, "register").await.unwrap();
    let late = app.sign(&auth, "late");
    auth.clock.advance(TimeDelta::seconds(301));
    assert_eq!(refusal(auth.verify_client(access, late).await), SIGNATURE_EXPIRED);
    let early = app.sign(&auth, "early");
    auth.clock.advance(TimeDelta::seconds(-301));
    assert_eq!(refusal(auth.verify_client(access, early).await), SIGNATURE_EXPIRED);
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_key_is_registered_by_its_holder(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, app, stranger) = (&auth.access_of(1).await, Installation::new(1), Installation::new(2));
    let not_held = SignedMessage { key_id: app.id(), ..stranger.sign(&auth, "not held") };
    let of_another_key = stranger.sign(&auth, "another");
    for signed in [Some(not_held), Some(of_another_key), None] {
        let request = RegisterClientRequest { signed, ..registration(&app, SignedMessage::default()) };
        assert_eq!(refusal(auth.register_client_with(access, request).await), SIGNATURE_INVALID);
    }
    assert!(auth.clients(access).await.is_empty());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_registration_needs_a_valid_key(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, app) = (&auth.access_of(1).await, Installation::new(1));
    let empty = auth.register_client_with(access, RegisterClientRequest::default()).await;
    assert_eq!(refusal(empty), "InvalidArgument validation_failed publicKey=required name=required platform=required");
    let off_the_curve = PublicKey { y: app.public_key().x, ..app.public_key() };
    let request =
        RegisterClientRequest { public_key: Some(off_the_curve), ..registration(&app, app.sign(&auth, "a bad point")) };
    let bad_point = auth.register_client_with(access, request).await;
    assert_eq!(refusal(bad_point), "InvalidArgument validation_failed publicKey=invalid");
    assert!(auth.clients(access).await.is_empty());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_key_stays_with_its_account(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, other) = (&auth.access_of(1).await, &auth.access_of(2).await);
    let app = Installation::new(1);
    auth.register_client(access, &app, "register").await.unwrap();
    let taken = auth.register_client(other, &app, "taken").await;
    assert_eq!(refusal(taken), "FailedPrecondition client_taken");
    assert_eq!(refusal(auth.revoke_client(other, &app.id()).await), "NotFound client_not_found");
    assert!(auth.clients(other).await.is_empty());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn an_account_has_at_most_ten_keys(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let access = &auth.access_of(1).await;
    for seed in 1..=10 {
        auth.clock.advance(TimeDelta::seconds(1));
        auth.register_client(access, &Installation::new(seed), "register").await.unwrap();
    }
    let (newest, eleventh) = (Installation::new(10), Installation::new(11));
    let refused = auth.register_client(access, &eleventh, "one more").await;
    assert_eq!(refusal(refused), "FailedPrecondition too_many_clients");
    let clients = auth.clients(access).await;
    assert_eq!((clients.len(), clients[0].id.as_str()), (10, newest.id().as_str()), "the newest is first");

    auth.revoke_client(access, &Installation::new(3).id()).await.unwrap();
    auth.register_client(access, &eleventh, "below the limit").await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_revoked_key_stays_revoked(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let (access, lost) = (&auth.access_of(1).await, Installation::new(1));
    auth.register_client(access, &lost, "register").await.unwrap();
    for _ in 0..2 {
        auth.revoke_client(access, &lost.id()).await.unwrap();
    }
    assert_eq!(refusal(auth.verify_client(access, lost.sign(&auth, "lost")).await), CLIENT_REVOKED);
    assert_eq!(refusal(auth.register_client(access, &lost, "found").await), "FailedPrecondition client_revoked");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn the_database_refuses_to_change_a_key(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let (access, kept, lost) = (&auth.access_of(1).await, Installation::new(1), Installation::new(2));
    for app in [&kept, &lost] {
        auth.register_client(access, app, "register").await.unwrap();
    }
    auth.revoke_client(access, &lost.id()).await.unwrap();
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
async fn signing_out_revokes_the_keys_of_the_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let [telephone, laptop] = auth.two_sessions().await;
    let (app, reinstalled) = (Installation::new(1), Installation::new(2));
    auth.register_client(&telephone, &app, "register").await.unwrap();
    auth.register_client(&telephone, &reinstalled, "register").await.unwrap();
    auth.sign_out(&telephone).await.unwrap();
    let verified = auth.verify_client(&laptop, app.sign(&auth, "signed out")).await;
    assert_eq!(refusal(verified), CLIENT_REVOKED);
    assert!(auth.clients(&laptop).await.is_empty());
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_key_registered_again_belongs_to_the_later_session(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let [earlier, later] = auth.two_sessions().await;
    let moved = Installation::new(1);
    auth.register_client(&earlier, &moved, "register").await.unwrap();
    auth.register_client(&later, &moved, "moved").await.unwrap();
    auth.sign_out(&earlier).await.unwrap();
    auth.verify_client(&later, moved.sign(&auth, "moved along")).await.unwrap();
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_new_password_revokes_the_keys_of_other_sessions(pool: PgPool) {
    let auth = TestAuth::start(pool).await;
    let [telephone, tablet] = auth.two_sessions().await;
    let (on_telephone, on_tablet) = (Installation::new(1), Installation::new(2));
    auth.register_client(&telephone, &on_telephone, "register").await.unwrap();
    auth.register_client(&tablet, &on_tablet, "register").await.unwrap();
    let request = ChangePasswordRequest {
        current_password: Some(PASSWORD.to_owned()),
        password: "yeni gizli-söz 2026".to_owned(),
        password_confirmation: "yeni gizli-söz 2026".to_owned(),
    };
    let changed = PasswordsClient::new(auth.channel()).change(with_token(&telephone).sign(request)).await;
    let access = changed.unwrap().into_inner().access_token;
    let left: Vec<_> = auth.clients(&access).await.into_iter().map(|client| client.id).collect();
    assert_eq!(left, [on_telephone.id()]);
    assert_eq!(
        refusal(auth.verify_client(&tablet, on_tablet.sign(&auth, "ended")).await),
        "Unauthenticated unauthenticated"
    );
    assert_eq!(auth.count("select count(*) from client").await, 2, "revoked keys stay registered");
}

#[sqlx::test(migrator = "auth::MIGRATOR")]
async fn a_key_outlives_its_session_but_not_its_account(pool: PgPool) {
    let auth = TestAuth::start(pool.clone()).await;
    let [signed_out, unused] = auth.two_sessions().await;
    auth.register_client(&signed_out, &Installation::new(1), "register").await.unwrap();
    auth.register_client(&unused, &Installation::new(2), "register").await.unwrap();
    auth.sign_out(&signed_out).await.unwrap();

    // Unused sessions are deleted after 30 days.
    auth.clock.advance(TimeDelta::days(31));
    auth::delete_expired_rows(&auth.app).await.unwrap();
    assert_eq!(auth.count("select count(*) from client where revoked_at is null").await, 0);
    assert_eq!(auth.count("select count(*) from client").await, 2, "revoked keys stay registered");
    assert_eq!(auth.count("select count(*) from client_nonce").await, 0, "expired nonces are deleted");
    sqlx::query("delete from account").execute(&pool).await.unwrap();
    assert_eq!(auth.count("select count(*) from client").await, 0);
}
