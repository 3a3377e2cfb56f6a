//! A sandbox bank with ePoint's contract: it shows a card page, asks for a code like 3-D Secure, calls the shop back,
//! and misbehaves on request. Play money, local mode only.
//!
//! It shares no code with the shop's adapter. In shared code, a misunderstanding of the contract would be the same on
//! both sides, and no test would find it.

mod callback;
mod callbacks;
mod cards;
mod checkout;
mod config;
mod contract;
mod money;
mod page;
mod pay_out;
mod payment;
mod payout;
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

/// The shared state of all routes.
#[derive(Clone)]
pub struct Bank {
    pub store: Store,
    pub clock: Clock,
    pub signer: Signer,
    pub public_key: String,
    /// The public address, without a trailing slash.
    pub url: String,
    pub result_url: String,
}

/// Runs the process. It is in the library so that the binary does not compile the crate a second time.
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

/// Returns the routes, used by the binary and by tests.
pub fn routes(bank: Bank) -> Router {
    Router::new()
        .route("/heartbeat", get(contract::heartbeat))
        .route("/api/1/heartbeat", get(contract::heartbeat))
        .route("/api/1/{call}", post(contract::call))
        .route("/pay/{transaction}", get(checkout::card).post(checkout::pay))
        .route("/pay/{transaction}/code", get(checkout::code).post(checkout::confirm))
        .route("/sandbox/misbehave", post(sandbox::misbehave))
        .route("/sandbox/payments", get(sandbox::payments))
        .route("/sandbox/payouts", get(sandbox::payouts))
        .layer(middleware::map_response(mark_as_sandbox))
        .with_state(bank)
}

/// Adds a header to every response, so that the sandbox is not taken for a real bank.
async fn mark_as_sandbox<B>(mut response: Response<B>) -> Response<B> {
    response.headers_mut().insert(HeaderName::from_static("x-sovqat-sandbox"), HeaderValue::from_static("1"));
    response
}
