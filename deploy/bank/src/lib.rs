//! The sandbox bank: play money with the API of the bank ePoint, for local mode and tests. It shares no code with the
//! shop's client of ePoint, so that tests find misunderstandings of the API.

mod api;
mod callback;
mod callbacks;
mod cards;
mod checkout;
mod config;
mod money;
mod page;
mod payment;
mod payout;
mod payout_api;
mod refusal;
mod sandbox;
mod signature;
mod store;

use std::process::ExitCode;

use axum::{
    Router,
    http::{HeaderName, HeaderValue},
    middleware,
    response::Response,
    routing::{get, post},
};
use kit::{BuildInfo, Clock, Process, serve::Readiness, serve::serve_admin};
use tokio::net::TcpListener;

pub use callbacks::send_callbacks;
pub use config::Config;
pub use store::Store;

use crate::signature::Signer;

#[derive(Clone)]
pub struct Bank {
    pub store: Store,
    pub clock: Clock,
    pub signer: Signer,
    /// The shop's id at the bank.
    pub public_key: String,
    /// The bank's public address, without a trailing slash.
    pub url: String,
    /// The shop's address for callbacks.
    pub result_url: String,
}

/// In the library, so that the binary does not compile the crate a second time.
pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("bank", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    anyhow::ensure!(config.process.is_local(), "the sandbox bank runs in local mode only");
    let bank = Bank::open(&config, process.clock.clone())?;
    let readiness = Readiness::default();
    let admin = serve_admin(process.clone(), readiness.clone());
    process.spawn("admin port", admin);
    process.spawn("callbacks", send_callbacks(bank.clone(), process.stopping()));
    let listener = TcpListener::bind(config.process.listen).await?;
    readiness.open();
    let stop = process.stopping();
    axum::serve(listener, routes(bank)).with_graceful_shutdown(stop.cancelled_owned()).await?;
    Ok(())
}

impl Bank {
    pub fn open(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        Ok(Self {
            store: Store::open(config.journal.as_deref())?,
            clock,
            signer: Signer::new(&config.private_key),
            public_key: config.public_key.clone(),
            url: config.url.trim_end_matches('/').to_owned(),
            result_url: config.result_url.clone(),
        })
    }
}

pub fn routes(bank: Bank) -> Router {
    Router::new()
        .route("/heartbeat", get(api::heartbeat))
        .route("/api/1/heartbeat", get(api::heartbeat))
        .route("/api/1/{call}", post(api::call))
        .route("/pay/{transaction}", get(checkout::card).post(checkout::pay))
        .route("/pay/{transaction}/code", get(checkout::code).post(checkout::confirm))
        .route("/sandbox/misbehave", post(sandbox::misbehave))
        .route("/sandbox/payments", get(sandbox::payments))
        .route("/sandbox/payouts", get(sandbox::payouts))
        .layer(middleware::map_response(mark_as_sandbox))
        .with_state(bank)
}

async fn mark_as_sandbox<B>(mut response: Response<B>) -> Response<B> {
    response.headers_mut().insert(HeaderName::from_static("x-sovqat-sandbox"), HeaderValue::from_static("1"));
    response
}
