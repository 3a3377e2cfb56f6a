//! The sandbox bank: a play-money bank with the API of the bank ePoint, for local mode and tests. It shows a card page,
//! asks for a code like 3-D Secure, and reports each payment to the shop with a callback. On request it misbehaves.
//!
//! The sandbox bank shares no code with the shop's client of ePoint. In shared code, a misunderstanding of the API
//! would be the same on both sides, and no test would find it.

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
    /// Signs callbacks, and verifies the signatures of calls.
    pub signer: Signer,
    /// The shop's id at the bank.
    pub public_key: String,
    /// The bank's public address, without a trailing slash.
    pub url: String,
    /// The shop's address for callbacks.
    pub result_url: String,
}

/// Runs the process. It is in the library so that the binary does not compile the crate a second time.
pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("bank", build, run)
}

/// Serves the bank and sends callbacks until the process is stopped.
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
    /// Opens the bank with the payments and payouts of its journal, if it has one.
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
