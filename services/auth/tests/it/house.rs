//! The service as a test sees it: people who have accounts, and what the door answers.

use auth::{App, Config};
use clap::Parser as _;
use kit::{
    client::{Channel, OnBehalf},
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

/// The password of every person here.
pub const PASSWORD: &str = "gizli-söz 2026";

/// Hashes that cost next to nothing: most tests are not about them.
pub const CHEAP: [&str; 4] = ["--password-memory-kib", "64", "--password-passes", "1"];

pub struct TestAuth {
    pub app: App,
    pub clock: TestClock,
    server: TestServer,
}

impl TestAuth {
    pub async fn start(pool: PgPool) -> Self {
        Self::start_with(pool, &TestClock::new(), &CHEAP).await
    }

    pub async fn start_with(pool: PgPool, clock: &TestClock, flags: &[&str]) -> Self {
        let app = app(pool, clock, flags).expect("a configuration that works");
        let outbox = auth::outbox(&app.pool);
        let server = TestServer::start(auth::routes(&app, &outbox, tokio_util::sync::CancellationToken::new())).await;
        Self { app, clock: clock.clone(), server }
    }

    /// Another process of the same service, on the same database.
    pub async fn replica(&self) -> Self {
        Self::start_with(self.app.pool.clone(), &self.clock, &CHEAP).await
    }

    /// Another service, which knows of this one only what it publishes.
    pub fn neighbour(&self) -> Identity {
        Identity::new(KeysClient::new(self.channel()), self.clock.clock())
    }

    /// Has the account of a person, who signs in by 050 200 00 `number`.
    pub async fn register(&self, number: u8) {
        load(&self.app, &[person(number)]).await.expect("a person like any other");
    }

    pub async fn sign_in(&self, login: &str, password: &str) -> Result<Session, Status> {
        self.sign_in_with(login, password, None).await
    }

    /// In a browser that has given itself a name.
    pub async fn sign_in_with(&self, login: &str, password: &str, device: Option<&str>) -> Result<Session, Status> {
        let (login, password, device) = (login.to_owned(), password.to_owned(), device.map(str::to_owned));
        let request = SignInRequest { login, password, device };
        Ok(SessionsClient::new(self.channel()).sign_in(request).await?.into_inner())
    }

    /// Registers and signs in.
    pub async fn arrive(&self, number: u8) -> Session {
        self.register(number).await;
        self.sign_in(&phone(number), PASSWORD).await.expect("they know their password")
    }

    pub async fn refresh(&self, token: &str) -> Result<Tokens, Status> {
        let request = RefreshRequest { refresh_token: token.to_owned() };
        Ok(SessionsClient::new(self.channel()).refresh(request).await?.into_inner())
    }

    pub async fn sign_out(&self, access: &str) -> Result<(), Status> {
        SessionsClient::new(self.channel()).sign_out(bearing(access).sign(SignOutRequest {})).await.map(drop)
    }

    pub async fn me(&self, access: &str) -> Result<User, Status> {
        Ok(AccountsClient::new(self.channel()).me(bearing(access).sign(MeRequest {})).await?.into_inner())
    }

    pub async fn keys(&self) -> Vec<Key> {
        KeysClient::new(self.channel()).list(ListKeysRequest {}).await.expect("keys are public").into_inner().keys
    }

    pub async fn count(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(what).fetch_one(&self.app.pool).await.expect("it can be counted")
    }

    pub fn channel(&self) -> Channel {
        self.server.channel()
    }
}

pub fn app(pool: PgPool, clock: &TestClock, flags: &[&str]) -> anyhow::Result<App> {
    let always = ["sovqat-auth", "--mode", "local", "--database-url", "postgres://elsewhere"];
    App::new(&Config::parse_from(always.iter().chain(flags)), pool, clock.clock())
}

pub fn cheap_app(pool: PgPool, clock: &TestClock) -> App {
    app(pool, clock, &CHEAP).expect("a configuration that works")
}

/// Loads people as the demo's are loaded.
pub async fn load(app: &App, people: &[Value]) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("accounts.json"), serde_json::to_string(people)?)?;
    auth::load(app, &LoadArgs { folder: folder.path().to_owned(), pictures: None, sample: 1 }).await
}

pub fn person(number: u8) -> Value {
    json!({
        "role": "shopper", "firstName": "Aygün", "lastName": "Məmmədova", "phoneNumber": phone(number), "email": email(number),
        "password": PASSWORD, "language": "az", "roles": [], "isBlogger": false,
    })
}

pub fn phone(number: u8) -> String {
    format!("+994502000{number:03}")
}

pub fn email(number: u8) -> String {
    format!("person{number}@example.az")
}

/// What a caller is told, fields and all.
pub fn refusal<T>(outcome: Result<T, Status>) -> String {
    let status = outcome.err().expect("this is to be refused");
    let details = status.get_error_details();
    let fields = details.bad_request().map(|bad| &bad.field_violations[..]).unwrap_or_default();
    let told = format!("{:?} {}", status.code(), status.message());
    fields.iter().fold(told, |told, field| format!("{told} {}={}", field.field, field.description))
}

/// The key that signed it.
pub fn kid(access: &str) -> String {
    jsonwebtoken::decode_header(access).expect("a token has a header").kid.expect("which names its key")
}

pub fn bearing(access: &str) -> OnBehalf {
    OnBehalf { token: Some(access.into()), ..OnBehalf::default() }
}
