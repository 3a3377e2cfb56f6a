//! HTTP for the world. The gateway speaks REST to browsers, apps and partners and gRPC to the six services; it serves the web
//! app's files, and for every page of the shop an HTML shell with its head and the data the page begins with.
//!
//! It has no database and no rules. Who is calling is proven by the caller's own token, which it verifies and passes on.

mod answer;
mod answers;
mod api;
mod asked;
mod config;
mod escape;
mod extract;
mod headers;
mod limits;
mod observe;
pub mod openapi;
mod problem;
mod pulse;
mod reply;
pub mod server;
mod services;
mod shell;
mod signature;
mod site;
mod streams;

use std::process::ExitCode;

use kit::Process;
use tokio::net::TcpListener;

pub use config::{Config, Limits, Peers, Rate, Task};
pub use services::Services;
pub use site::Site;

/// The whole process. It stands here and not in the binary, so that the gateway is compiled once.
pub fn main() -> ExitCode {
    kit::run("gateway", run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    if matches!(config.task, Some(Task::Openapi)) {
        print!("{}", openapi::text(&openapi::document()));
        return Ok(());
    }
    let services = Services::new(&config.peers, process.clock.clone())?;
    let site = Site::new(&config, services)?;
    let readiness = site.readiness();
    let (listen, stop) = (config.process.listen, process.stopping());
    process.spawn("admin port", kit::serve::serve_admin(config.process.admin_listen, readiness.clone(), stop.clone()));
    process.start(site.workers());
    let (listening, until) = (site.clone(), stop.clone());
    process.spawn("pulse", async move {
        listening.listen(until).await;
        Ok(())
    });
    let listener =
        TcpListener::bind(listen).await.map_err(|error| anyhow::anyhow!("{listen} cannot be listened on: {error}"))?;
    tracing::info!("The shop is open at {} ({})", config.site(), listener.local_addr()?);
    readiness.open();
    let until = stop.clone();
    process.spawn("readiness", async move {
        until.cancelled().await;
        readiness.close();
        Ok(())
    });
    server::serve(listener, site, config.process.drain, stop).await;
    Ok(())
}
