//! The shop's only public server: a REST API, the web app's files and rendered pages. It has no database and no
//! business rules.

mod admin_site;
mod api;
mod api_cache;
mod buffered_response;
mod config;
mod escape;
mod extract;
mod headers;
mod limits;
mod notification_changes;
mod observe;
pub mod openapi;
mod problem;
mod reply;
mod request_context;
pub mod server;
mod services;
mod shell;
mod signature;
mod site;
mod staff_changes;
mod staff_cookies;
mod streams;

use std::process::ExitCode;

use kit::{BuildInfo, Process};
use tokio::net::TcpListener;

pub use config::{Config, Limits, Peers, Rate, Task, ValkeyConfig};
pub use services::Services;
pub use site::Site;

pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("gateway", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    if matches!(config.task, Some(Task::Openapi)) {
        print!("{}", openapi::text(&openapi::document()));
        return Ok(());
    }
    let services = Services::new(&config.peers, &process.connector()?, process.clock.clone())?;
    let site = Site::new(&config, services.clone())?;
    let readiness = site.readiness();
    let (listen, stop) = (config.process.listen, process.stopping());

    process.spawn("admin port", kit::serve::serve_admin(process.clone(), readiness.clone()));
    process.start(site.workers());
    process.spawn("revocations", services.follow_revocations(stop.clone()));
    let (listener_site, listener_stop) = (site.clone(), stop.clone());
    process.spawn("notification changes", async move {
        listener_site.listen_for_notifications(listener_stop).await;
        Ok(())
    });
    let (follower_site, follower_stop) = (site.clone(), stop.clone());
    process.spawn("changes by staff", async move {
        follower_site.follow_staff_changes(follower_stop).await;
        Ok(())
    });

    let listener =
        TcpListener::bind(listen).await.map_err(|error| anyhow::anyhow!("cannot listen on {listen}: {error}"))?;
    tracing::info!("The shop is open at {} ({})", config.site(), listener.local_addr()?);
    readiness.open();
    server::serve(listener, site, config.process.drain, stop).await;
    Ok(())
}
