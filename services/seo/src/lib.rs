//! What pages tell search engines: titles, descriptions, headings and texts by kind of page, the ids of the tools that
//! measure them, and where addresses lead that are pages no more. It does not know what a page is about: who asks names the subject. It escapes nothing, for it does not know
//! where its texts will stand.
//!
//! It announces nothing and hears nobody. Texts change seldom and are kept by the gateway, so there is no cache here.

mod app;
mod config;
mod db;
mod domain;
mod grpc;
mod load;

use std::process::ExitCode;

use kit::{Clock, Process, client, config::Task, identity::Identity, serve::Readiness};
use proto::{
    auth::keys_client::KeysClient,
    seo::{seo_desk_server::SeoDeskServer, seo_server::SeoServer},
};
use sqlx::{PgPool, migrate::Migrator};
use tonic::service::Routes;

pub use config::Config;
pub use load::load;

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// What the rooms share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    pub identity: Identity,
    pub clock: Clock,
}

/// The whole process. It stands here and not in the binary, so that the service is compiled once.
pub fn main() -> ExitCode {
    kit::run("seo", run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    let pool = kit::db::connect(&config.database_url, &config.database, "seo").await?;
    kit::db::migrate(&pool, &MIGRATOR).await?;
    let clock = process.clock.clone();
    let identity = Identity::new(KeysClient::new(client::connect(&config.auth_url)?), clock.clone());
    let app = App { pool: pool.clone(), identity, clock };
    match &config.task {
        Some(Task::Migrate) => return Ok(()),
        Some(Task::Load(args)) => return load::load(&app, args).await,
        Some(Task::Parked) => return outbox::print_parked(&pool).await,
        Some(Task::Replay { .. }) => anyhow::bail!("this service hears nobody: there is nothing to replay"),
        None => {}
    }
    kit::serve::serve(&process, routes(&app), Readiness::of_database(&pool)).await
}

/// The service's door, the same in tests and in earnest.
pub fn routes(app: &App) -> Routes {
    let mut routes = Routes::builder();
    routes.add_service(SeoServer::new(grpc::Seo(app.clone()))).add_service(SeoDeskServer::new(grpc::Desk(app.clone())));
    routes.routes()
}
