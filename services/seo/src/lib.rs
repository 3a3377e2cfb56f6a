//! The SEO service: content pages, the home page and texts for search engines. Content pages are returned as safe HTML.
//! SEO texts are not escaped, because the caller decides where they appear.

mod app;
mod catalog;
mod config;
mod db;
mod domain;
mod events;
mod grpc;
mod home_draft;
mod indexnow;
mod indexnow_context;
mod load;
mod rule_cache;

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
    seo::{
        content_desk_server::ContentDeskServer, content_server::ContentServer, home_desk_server::HomeDeskServer,
        home_server::HomeServer, seo_desk_server::SeoDeskServer, seo_server::SeoServer,
    },
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

pub use app::submit::{Outcome, submit};
pub use config::Config;
pub use domain::indexnow_key::IndexNowKey;
pub use indexnow::IndexNow;
pub use indexnow_context::IndexNowContext;
pub use load::load;
pub use rule_cache::RuleCache;

/// The consumer's name in feeds.
const NAME: &str = "seo";

pub static MIGRATOR: Migrator = sqlx::migrate!();

#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    pub identity: Identity,
    pub clock: Clock,
    pub rules: RuleCache,
    /// `None` while IndexNow is turned off.
    pub indexnow_key: Option<IndexNowKey>,
}

pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("seo", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    if let Some(Task::Migrate(args)) = &config.task {
        return kit::db::migrate(&process, &config.database_url, &config.database, &MIGRATOR, args).await;
    }
    let pool = kit::db::open(&process, &config.database_url, &config.database, &MIGRATOR).await?;
    let (clock, connector) = (process.clock.clone(), process.connector()?);
    let identity = Identity::new(KeysClient::new(connector.connect(&config.auth_url)?), clock.clone());
    let (indexnow, indexnow_key) = (config.indexnow()?, config.indexnow_key()?);
    let rules = RuleCache::new(connector.connect(&config.order_url)?, rule_cache::TTL);
    let app = App { pool: pool.clone(), identity, clock, rules, indexnow_key };
    match &config.task {
        Some(Task::Load(args)) => return load::load(&app, args).await,
        Some(Task::Parked) => return outbox::run_parked(&pool).await,
        Some(Task::Replay { feed, position }) => {
            let handler = events::handler(feed, app.clock.clone());
            return outbox::run_replay(&pool, feed, *position, handler.as_ref()).await;
        }
        Some(Task::Migrate(_)) | None => {}
    }

    if !config.process.is_local() {
        app::settings::warn_about_placeholder(&app).await;
    }
    let outbox = outbox(&pool);
    let auth_streams = connector.connect_streaming(&config.auth_url)?;
    process.spawn("revocations", app.identity.clone().follow_revocations(auth_streams, process.stopping()));
    outbox.renew_epoch().await?;
    process.spawn("outbox", outbox.clone().run(process.stopping()));

    if let Some(indexnow) = indexnow {
        let catalog = catalog_feed(&app, connector.connect_streaming(&config.indexnow.catalog_url)?);
        process.spawn("catalog feed", catalog.run(process.stopping()));
        let stores = store_feed(&app, connector.connect_streaming(&config.indexnow.store_url)?);
        process.spawn("store feed", stores.run(process.stopping()));
        let context = IndexNowContext::new(app.clone(), indexnow, connector.connect(&config.indexnow.catalog_url)?);
        process.start(indexnow_workers(&context));
    }

    process.start(workers(&pool, &config.feed));
    let routes = routes(&app, &outbox, process.stopping());
    kit::serve::serve(&process, routes, Readiness::default()).await
}

pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(events::ContactSnapshot)
}

pub fn workers(pool: &PgPool, feed: &FeedConfig) -> Vec<Worker> {
    vec![outbox(pool).retention(feed)]
}

pub fn indexnow_workers(context: &IndexNowContext) -> Vec<Worker> {
    vec![app::submit::worker(context)]
}

pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let mut routes = Routes::builder();
    routes
        .add_service(ContentServer::new(grpc::Content(app.clone())))
        .add_service(ContentDeskServer::new(grpc::ContentDesk(app.clone())))
        .add_service(HomeServer::new(grpc::Home(app.clone())))
        .add_service(HomeDeskServer::new(grpc::HomeDesk(app.clone())))
        .add_service(SeoServer::new(grpc::Seo(app.clone())))
        .add_service(SeoDeskServer::new(grpc::SeoDesk(app.clone())))
        .add_service(audit::service(NAME, &app.pool, &app.identity, stop.clone()))
        .add_service(outbox::system_desk(NAME, &app.pool, &app.identity, &app.clock, handlers(app)))
        .add_service(outbox.service(stop));
    routes.routes()
}

/// The handlers that replay parked events. An event is parked when its handler failed repeatedly.
fn handlers(app: &App) -> Handlers {
    Handlers::default()
        .with(events::CATALOG, events::Products(app.clock.clone()))
        .with(events::STORES, events::Stores(app.clock.clone()))
}

pub fn catalog_feed(app: &App, catalog: client::Channel) -> Consumer {
    Consumer::new(NAME, events::CATALOG, app.pool.clone(), catalog, events::Products(app.clock.clone()))
}

pub fn store_feed(app: &App, stores: client::Channel) -> Consumer {
    Consumer::new(NAME, events::STORES, app.pool.clone(), stores, events::Stores(app.clock.clone()))
}
