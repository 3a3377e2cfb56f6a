//! The sellers of the marketplace: who they are and how many products they have. It does not know what those products are
//! (the catalogue does) nor what was sold (the orders do).
//!
//! This is the smallest service with every room: copy it to begin a new one.

mod config;
mod db;
mod events;
mod grpc;
mod load;

use std::process::ExitCode;

use kit::{Process, client, config::Task, serve::Readiness};
use outbox::{Consumer, Outbox};
use proto::store::stores_server::StoresServer;
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

pub use config::Config;
pub use load::load;

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// What the rooms share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
}

/// The whole process. It stands here and not in the binary, so that the service is compiled once.
pub fn main() -> ExitCode {
    kit::run("store", run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    let pool = kit::db::connect(&config.database_url, &config.database, "store").await?;
    kit::db::migrate(&pool, &MIGRATOR).await?;
    let app = App { pool: pool.clone() };
    match &config.task {
        Some(Task::Migrate) => return Ok(()),
        Some(Task::Load(args)) => return load::load(&app, &process.clock, args).await,
        Some(Task::Parked) => return outbox::print_parked(&pool).await,
        Some(Task::Replay { feed, position }) => {
            return outbox::replay_one(&pool, feed, *position, &events::Heard).await;
        }
        None => {}
    }
    let outbox = Outbox::new(pool.clone());
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    process.spawn(
        "catalog feed",
        catalog_feed(&app, client::connect_streaming(&config.catalog_url)?).run(process.stopping()),
    );
    let routes = routes(&app, &outbox, process.stopping());
    kit::serve::serve(&process, routes, Readiness::of_database(&pool)).await
}

/// The service's door, the same in tests and in earnest.
pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let mut routes = Routes::builder();
    routes.add_service(StoresServer::new(grpc::Stores(app.clone()))).add_service(outbox.service(stop));
    routes.routes()
}

/// What this service hears from the catalogue.
pub fn catalog_feed(app: &App, catalog: client::Channel) -> Consumer {
    Consumer::new("catalog", app.pool.clone(), catalog, events::Heard)
}
