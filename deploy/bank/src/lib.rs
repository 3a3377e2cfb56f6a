//! A bank for one machine: it speaks ePoint's contract, shows a card page, asks for a code as 3-D Secure does, calls the shop
//! back, and misbehaves when it is told to. The money is play money, so it serves in local mode only.
//!
//! It shares no code with the shop's adapter: what both understand wrongly in the same way, no test would find.

mod book;
mod callbacks;
mod cards;
mod config;
mod contract;
mod letter;
mod money;
mod page;
mod pages;
mod pay_out;
mod payment;
mod payout;
mod refusal;
mod sandbox;
mod signature;

use std::process::ExitCode;

use axum::{
    Router,
    http::{HeaderName, HeaderValue},
    middleware,
    response::Response,
    routing::{get, post},
};
use kit::{Clock, Process, serve::Readiness, serve::serve_admin};
use tokio::net::TcpListener;

pub use book::Book;
pub use callbacks::call_back;
pub use config::Config;

use crate::signature::Signer;

/// What the rooms share.
#[derive(Clone)]
pub struct Bank {
    pub book: Book,
    pub clock: Clock,
    pub signer: Signer,
    pub public_key: String,
    /// Without a slash at its end.
    pub url: String,
    pub result_url: String,
}

/// The whole process. It stands here and not in the binary, so that it is compiled once.
pub fn main() -> ExitCode {
    kit::run("bank", run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    anyhow::ensure!(config.process.is_local(), "the sandbox bank pays with play money: it serves in local mode only");
    let bank = Bank::open(&config, process.clock.clone())?;
    let readiness = Readiness::new(|| std::future::ready(true));
    let admin = serve_admin(config.process.admin_listen, readiness.clone(), process.stopping());
    process.spawn("admin port", admin);
    process.spawn("callbacks", call_back(bank.clone(), process.stopping()));
    let listener = TcpListener::bind(config.process.listen).await?;
    readiness.open();
    let stop = process.stopping();
    axum::serve(listener, routes(bank)).with_graceful_shutdown(stop.cancelled_owned()).await?;
    Ok(())
}

impl Bank {
    pub fn open(config: &Config, clock: Clock) -> anyhow::Result<Self> {
        Ok(Self {
            book: Book::open(config.journal.as_deref())?,
            clock,
            signer: Signer::new(&config.private_key),
            public_key: config.public_key.clone(),
            url: config.url.trim_end_matches('/').to_owned(),
            result_url: config.result_url.clone(),
        })
    }
}

/// The bank's door, the same in tests and in earnest.
pub fn routes(bank: Bank) -> Router {
    Router::new()
        .route("/heartbeat", get(contract::heartbeat))
        .route("/api/1/heartbeat", get(contract::heartbeat))
        .route("/api/1/{call}", post(contract::call))
        .route("/pay/{transaction}", get(pages::card).post(pages::pay))
        .route("/pay/{transaction}/code", get(pages::code).post(pages::confirm))
        .route("/sandbox/misbehave", post(sandbox::misbehave))
        .route("/sandbox/payments", get(sandbox::payments))
        .route("/sandbox/payouts", get(sandbox::payouts))
        .layer(middleware::map_response(mark))
        .with_state(bank)
}

/// Nobody shall take an answer of this bank for one of a real one.
async fn mark<B>(mut response: Response<B>) -> Response<B> {
    response.headers_mut().insert(HeaderName::from_static("x-sovqat-sandbox"), HeaderValue::from_static("1"));
    response
}
