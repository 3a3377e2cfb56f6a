//! The store service: sellers, their followers, and their campaigns (time-limited discounts).
//!
//! It counts products and reviews per store from the catalogue's events. The catalogue owns products and prices.

mod app;
mod config;
mod db;
mod domain;
mod events;
mod grpc;
mod load;

use std::process::ExitCode;

use kit::{
    BuildInfo, Clock, Process, client,
    config::{FeedConfig, Task},
    identity::Identity,
    serve::{Readiness, Routes},
    worker::Worker,
};
use outbox::{Consumer, Handlers, Outbox};
use proto::{
    auth::keys_client::KeysClient,
    store::{
        campaign_desk_server::CampaignDeskServer, campaigns_server::CampaignsServer, sitemap_server::SitemapServer,
        store_desk_server::StoreDeskServer, stores_server::StoresServer,
    },
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

pub use app::campaign::{CampaignNotifier, advance_campaigns};
pub use config::Config;
pub use load::load;

/// This service's name as a consumer of feeds (streams of other services' events).
const NAME: &str = "store";

pub static MIGRATOR: Migrator = sqlx::migrate!();

#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    pub identity: Identity,
    pub clock: Clock,
    pub campaign_notifier: CampaignNotifier,
}

/// Runs the process. It lives in the library so that the code is compiled once.
pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("store", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    if let Some(Task::Migrate(args)) = &config.task {
        return kit::db::migrate(&process, &config.database_url, &config.database, &MIGRATOR, args).await;
    }

    let pool = kit::db::open(&process, &config.database_url, &config.database, &MIGRATOR).await?;
    let (clock, connector) = (process.clock.clone(), process.connector()?);
    let identity = Identity::new(KeysClient::new(connector.connect(&config.auth_url)?), clock.clone());
    let app = App { pool: pool.clone(), identity, clock, campaign_notifier: CampaignNotifier::default() };

    match &config.task {
        Some(Task::Load(args)) => return load::load(&app, args).await,
        Some(Task::Parked) => return outbox::run_parked(&pool).await,
        Some(Task::Replay { feed, position }) => {
            return outbox::run_replay(&pool, feed, *position, events::handler_of(feed)).await;
        }
        Some(Task::Migrate(_)) | None => {}
    }

    let auth_streams = connector.connect_streaming(&config.auth_url)?;
    process.spawn("revocations", app.identity.clone().follow_revocations(auth_streams, process.stopping()));

    let outbox = outbox(&pool);
    outbox.renew_epoch().await?;
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    process.start(outbox.nats_publisher(process.name, &config.feed, process.config.mode)?);

    let catalog = connector.connect_streaming(&config.catalog_url)?;
    process.spawn("catalog feed", catalog_feed(&app, catalog).run(process.stopping()));
    process.spawn("auth feed", auth_feed(&app, connector.connect_streaming(&config.auth_url)?).run(process.stopping()));

    process.start(workers(&app, &config.feed));
    let routes = routes(&app, &outbox, process.stopping());
    kit::serve::serve(&process, routes, Readiness::default()).await
}

pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(events::StoreSnapshot)
}

pub fn workers(app: &App, feed: &FeedConfig) -> Vec<Worker> {
    vec![outbox(&app.pool).retention(feed), app::campaign::worker(app)]
}

/// Used by production and tests.
pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let mut routes = Routes::builder();
    routes
        .add_service(StoresServer::new(grpc::Stores(app.clone())))
        .add_service(CampaignsServer::new(grpc::Campaigns(app.clone())))
        .add_service(CampaignDeskServer::new(grpc::CampaignAdmin(app.clone())))
        .add_service(StoreDeskServer::new(grpc::StoreDesk(app.clone())))
        .add_service(SitemapServer::new(grpc::Sitemap(app.clone())))
        .add_service(audit::service(NAME, &app.pool, &app.identity, stop.clone()))
        .add_service(outbox::system_desk(NAME, &app.pool, &app.identity, &app.clock, handlers()))
        .add_service(outbox.service(stop));
    routes.routes()
}

/// Handlers for replaying parked events, whose processing kept failing.
fn handlers() -> Handlers {
    Handlers::default().with(events::CATALOG, events::CatalogueHandler).with(events::ACCOUNTS, events::AccountsHandler)
}

pub fn catalog_feed(app: &App, catalog: client::Channel) -> Consumer {
    Consumer::new(NAME, events::CATALOG, app.pool.clone(), catalog, events::CatalogueHandler)
}

pub fn auth_feed(app: &App, auth: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ACCOUNTS, app.pool.clone(), auth, events::AccountsHandler)
}
