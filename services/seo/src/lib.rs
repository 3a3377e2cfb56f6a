//! What pages tell search engines: titles, descriptions, headings and texts by kind of page, the ids of the tools that
//! measure them, and where addresses lead that are pages no more. It does not know what a page is about: who asks names the subject. It escapes nothing, for it does not know
//! where its texts will stand.
//!
//! It announces nothing. With a key for IndexNow it hears which products and stores changed and tells search engines at once;
//! without one it hears nobody. Texts change seldom and are kept by the gateway, so there is no cache here.

mod app;
mod catalog;
mod config;
mod db;
mod domain;
mod events;
mod grpc;
mod herald;
mod indexnow;
mod load;

use std::process::ExitCode;

use kit::{
    Clock, Process, client,
    config::Task,
    identity::Identity,
    serve::{Readiness, Routes},
};
use outbox::Consumer;
use proto::{
    auth::keys_client::KeysClient,
    seo::{seo_desk_server::SeoDeskServer, seo_server::SeoServer},
};
use sqlx::{PgPool, migrate::Migrator};

pub use app::tell::{Turn, tell, work};
pub use config::Config;
pub use domain::key::Key;
pub use herald::Herald;
pub use indexnow::IndexNow;
pub use load::load;

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// What the rooms share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    pub identity: Identity,
    pub clock: Clock,
    /// Proves to search engines that the shop is its own; none where they are told nothing.
    pub indexnow_key: Option<Key>,
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
    let (indexnow, indexnow_key) = (config.indexnow()?, config.indexnow_key()?);
    let app = App { pool: pool.clone(), identity, clock, indexnow_key };
    match &config.task {
        Some(Task::Migrate) => return Ok(()),
        Some(Task::Load(args)) => return load::load(&app, args).await,
        Some(Task::Parked) => return outbox::print_parked(&pool).await,
        Some(Task::Replay { feed, position }) => {
            let handler = events::listener(feed, app.clock.clone());
            return outbox::replay_one(&pool, feed, *position, handler.as_ref()).await;
        }
        None => {}
    }
    if let Some(indexnow) = indexnow {
        let catalog = catalog_feed(&app, client::connect_streaming(&config.indexnow.catalog_url)?);
        process.spawn("catalog feed", catalog.run(process.stopping()));
        let stores = store_feed(&app, client::connect_streaming(&config.indexnow.store_url)?);
        process.spawn("store feed", stores.run(process.stopping()));
        let herald = Herald::new(app.clone(), indexnow, client::connect(&config.indexnow.catalog_url)?);
        process.spawn("herald", work(herald, process.stopping()));
    }
    kit::serve::serve(&process, routes(&app), Readiness::of_database(&pool)).await
}

/// The service's door, the same in tests and in earnest.
pub fn routes(app: &App) -> Routes {
    let mut routes = Routes::builder();
    routes.add_service(SeoServer::new(grpc::Seo(app.clone()))).add_service(SeoDeskServer::new(grpc::Desk(app.clone())));
    routes.routes()
}

/// What this service hears about products.
pub fn catalog_feed(app: &App, catalog: client::Channel) -> Consumer {
    Consumer::new(events::CATALOG, app.pool.clone(), catalog, events::Products(app.clock.clone()))
}

/// What this service hears about stores.
pub fn store_feed(app: &App, stores: client::Channel) -> Consumer {
    Consumer::new(events::STORES, app.pool.clone(), stores, events::Stores(app.clock.clone()))
}
