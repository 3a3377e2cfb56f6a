//! Starts the auth service on a free port. Account `n` has the phone number `phone(n)`, the e-mail address `email(n)`
//! and the password [`PASSWORD`].

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use auth::{App, Config};
use clap::Parser as _;
use kit::{
    client::{CallContext, Channel},
    config::LoadArgs,
    identity::Identity,
};
use proto::auth::{
    Key, ListKeysRequest, MeRequest, RefreshRequest, Session, SignInRequest, SignOutRequest, Tokens, User,
    accounts_client::AccountsClient, keys_client::KeysClient, sessions_client::SessionsClient,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{clock::TestClock, server::TestServer};
use tonic::Status;
use tonic_types::StatusExt as _;

use crate::authenticator::Authenticator;

pub const PASSWORD: &str = "gizli-söz 2026";

/// For tests that are not about hashing.
pub const CHEAP_HASHES: [&str; 4] = ["--password-memory-kib", "64", "--password-passes", "1"];

pub struct TestAuth {
    pub app: App,
    pub clock: TestClock,
    /// The token of the last code sent to each number. Replicas share it.
    pub code_tokens: CodeTokens,
    /// The passkeys of staff, by number of the account. Replicas share them.
    pub authenticators: Arc<tokio::sync::Mutex<HashMap<u8, Authenticator>>>,
    server: TestServer,
}

/// Tokens by the last nine digits of the number.
pub type CodeTokens = Arc<Mutex<HashMap<String, String>>>;

impl TestAuth {
    pub async fn start(pool: PgPool) -> Self {
        Self::start_with(pool, &TestClock::new(), &CHEAP_HASHES).await
    }

    /// Hashes are cheap.
    pub async fn start_with_flags(pool: PgPool, flags: &[&str]) -> Self {
        Self::start_with(pool, &TestClock::new(), &[&CHEAP_HASHES[..], flags].concat()).await
    }

    pub async fn start_with(pool: PgPool, clock: &TestClock, flags: &[&str]) -> Self {
        let app = app(pool, clock, flags).expect("a valid configuration");
        let outbox = auth::outbox(&app.pool);
        let server = TestServer::start(auth::routes(&app, &outbox, tokio_util::sync::CancellationToken::new())).await;
        Self { app, clock: clock.clone(), code_tokens: CodeTokens::default(), authenticators: Arc::default(), server }
    }

    /// Another process on the same database.
    pub async fn replica(&self) -> Self {
        let replica = Self::start_with(self.app.pool.clone(), &self.clock, &CHEAP_HASHES).await;
        Self { code_tokens: self.code_tokens.clone(), authenticators: self.authenticators.clone(), ..replica }
    }

    /// The part of another service that verifies access tokens with the published keys.
    pub fn other_service(&self) -> Identity {
        Identity::new(KeysClient::new(self.channel()), self.clock.clock())
    }

    /// Creates the account `number`, with a verified e-mail address.
    pub async fn register(&self, number: u8) {
        load_demo(&self.app, &[demo_account(number)]).await.expect("a valid account");
    }

    pub async fn register_unverified_and_sign_in(&self, number: u8) -> Session {
        let mut account = demo_account(number);
        account["emailVerified"] = json!(false);
        load_demo(&self.app, &[account]).await.expect("a valid account");
        self.sign_in(&phone(number), PASSWORD).await.expect("the correct password")
    }

    pub async fn sign_in(&self, login: &str, password: &str) -> Result<Session, Status> {
        self.sign_in_with(login, password, None).await
    }

    /// `device` is the browser's random id.
    pub async fn sign_in_with(&self, login: &str, password: &str, device: Option<&str>) -> Result<Session, Status> {
        let (login, password, device) = (login.to_owned(), password.to_owned(), device.map(str::to_owned));
        let request = SignInRequest { login, password, device };
        Ok(SessionsClient::new(self.channel()).sign_in(request).await?.into_inner())
    }

    pub async fn register_and_sign_in(&self, number: u8) -> Session {
        self.register(number).await;
        self.sign_in(&phone(number), PASSWORD).await.expect("the correct password")
    }

    pub async fn refresh(&self, token: &str) -> Result<Tokens, Status> {
        let request = RefreshRequest { refresh_token: token.to_owned() };
        Ok(SessionsClient::new(self.channel()).refresh(request).await?.into_inner())
    }

    pub async fn sign_out(&self, access: &str) -> Result<(), Status> {
        SessionsClient::new(self.channel()).sign_out(with_token(access).sign(SignOutRequest {})).await.map(drop)
    }

    pub async fn me(&self, access: &str) -> Result<User, Status> {
        Ok(AccountsClient::new(self.channel()).me(with_token(access).sign(MeRequest {})).await?.into_inner())
    }

    pub async fn keys(&self) -> Vec<Key> {
        KeysClient::new(self.channel()).list(ListKeysRequest {}).await.expect("keys are public").into_inner().keys
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.app.pool).await.expect("the query selects a number")
    }

    pub fn channel(&self) -> Channel {
        self.server.channel()
    }

    pub fn streaming_channel(&self) -> Channel {
        self.server.streaming_channel()
    }
}

pub fn app(pool: PgPool, clock: &TestClock, flags: &[&str]) -> anyhow::Result<App> {
    let required_flags = ["sovqat-auth", "--mode", "local", "--database-url", "postgres://elsewhere"];
    App::new(&Config::parse_from(required_flags.iter().chain(flags)), pool, clock.clock())
}

pub fn app_with_cheap_hashes(pool: PgPool, clock: &TestClock) -> App {
    app(pool, clock, &CHEAP_HASHES).expect("a valid configuration")
}

pub async fn load_demo(app: &App, people: &[Value]) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("accounts.json"), serde_json::to_string(people)?)?;
    auth::load(app, &LoadArgs { folder: folder.path().to_owned(), pictures: None, sample: 1 }).await
}

/// In the format of `accounts.json`, the demo's file.
pub fn demo_account(number: u8) -> Value {
    json!({
        "role": "shopper", "firstName": "Aygün", "lastName": "Məmmədova", "phoneNumber": phone(number), "email": email(number),
        "emailVerified": true, "password": PASSWORD, "language": "az", "roles": [], "isBlogger": false,
    })
}

pub fn phone(number: u8) -> String {
    format!("+994502000{number:03}")
}

pub fn email(number: u8) -> String {
    format!("person{number}@example.az")
}

/// Status code, error code and invalid fields, as in `InvalidArgument validation_failed password=required`.
pub fn refusal<T>(outcome: Result<T, Status>) -> String {
    let status = outcome.err().expect("the call must be refused");
    let details = status.get_error_details();
    let fields = details.bad_request().map(|bad| &bad.field_violations[..]).unwrap_or_default();
    let text = format!("{:?} {}", status.code(), status.message());
    fields.iter().fold(text, |text, field| format!("{text} {}={}", field.field, field.description))
}

pub fn kid(access: &str) -> String {
    jsonwebtoken::decode_header(access).expect("a token has a header").kid.expect("a header with a key id")
}

pub fn with_token(access: &str) -> CallContext {
    CallContext { token: Some(access.into()), ..CallContext::default() }
}
