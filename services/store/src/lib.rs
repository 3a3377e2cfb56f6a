//! The store service: the sellers of the marketplace, their followers, and their campaigns (discounts for a time).
//!
//! The service also counts each store's products and reviews, from the events of the catalogue service. The catalogue
//! owns products and prices, and the order service owns sales.

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

/// The name under which this service reads feeds. A feed is the stream of another service's events.
const NAME: &str = "store";

/// The migrations of this service's database.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The state that all requests and workers of this service share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    /// Verifies the access tokens of callers.
    pub identity: Identity,
    pub clock: Clock,
    /// Wakes the worker that starts and ends campaigns.
    pub campaign_notifier: CampaignNotifier,
}

/// Runs the process. It is in the library so that the code is compiled once, not again for the binary.
pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("store", build, run)
}

/// Runs the task of the command line and returns, or serves requests until the process is stopped.
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

    // Access tokens that the auth service has revoked are refused.
    let auth_streams = connector.connect_streaming(&config.auth_url)?;
    process.spawn("revocations", app.identity.clone().follow_revocations(auth_streams, process.stopping()));

    // The outbox is the table of the events that this service publishes.
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

/// Returns the outbox, from which other services read this service's events and its current state.
pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(events::StoreSnapshot)
}

/// Returns the background jobs: one deletes old events, the other starts and ends campaigns.
pub fn workers(app: &App, feed: &FeedConfig) -> Vec<Worker> {
    vec![outbox(&app.pool).retention(feed), app::campaign::worker(app)]
}

/// Returns the gRPC routes, used by production and tests.
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

/// Returns the handlers with which staff replay parked events: events that a handler has failed with repeatedly.
fn handlers() -> Handlers {
    Handlers::default().with(events::CATALOG, events::CatalogueHandler).with(events::ACCOUNTS, events::AccountsHandler)
}

/// Returns the consumer that counts products and reviews from the catalogue's events.
pub fn catalog_feed(app: &App, catalog: client::Channel) -> Consumer {
    Consumer::new(NAME, events::CATALOG, app.pool.clone(), catalog, events::CatalogueHandler)
}

/// Returns the consumer that deletes the subscriptions of erased accounts.
pub fn auth_feed(app: &App, auth: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ACCOUNTS, app.pool.clone(), auth, events::AccountsHandler)
}
