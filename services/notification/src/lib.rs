//! Delivers notifications, messages of other services, and support tickets. Texts are not stored: they are rendered
//! when read or sent.

mod app;
mod audience;
mod auth;
mod batchers;
mod carriers;
mod change_notifier;
mod config;
mod db;
mod domain;
mod events;
mod grpc;
mod names;
mod push;
mod secret;
mod sender;
mod unsubscribe;
mod urls;
mod values;
mod worker_context;

use std::process::ExitCode;

use kit::{
    BuildInfo, Clock, Process,
    client::{self, Connector},
    config::Task,
    db::warm_pool::WarmPool,
    identity::Identity,
    serve::{Readiness, Routes},
    worker::Worker,
};
use outbox::{Consumer, Handlers, Outbox};
use proto::{auth::keys_client::KeysClient, notification::notifications_server::NotificationsServer};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

use crate::batchers::Batchers;

pub use app::delivery_worker::{deliver_due, workers as delivery_workers};
pub use app::digest::write_due_digests;
pub use app::dispatch::dispatch_all;
pub use app::fanout::fan_out_all;
pub use app::housekeeping::sweep;
pub use app::push::enable as enable_push;
pub use change_notifier::ChangeNotifier;
pub use config::Config;
pub use sender::Sender;
pub use worker_context::{Peers, WorkerContext};

/// The name by which the producers of feeds know this service.
const NAME: &str = "notification";

pub static MIGRATOR: Migrator = sqlx::migrate!();

#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    /// For frequent statements. Unlike `pool`, it does not ping a connection after each use.
    warm_pool: WarmPool,
    batchers: Batchers,
    pub identity: Identity,
    pub clock: Clock,
    pub change_notifier: ChangeNotifier,
}

impl App {
    pub fn open(pool: PgPool, identity: Identity, clock: Clock) -> Self {
        let warm_pool = WarmPool::new(pool.clone());
        let batchers = Batchers::open(&warm_pool);
        Self { pool, warm_pool, batchers, identity, clock, change_notifier: ChangeNotifier::default() }
    }
}

pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("notification", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    if let Some(Task::Migrate(args)) = &config.task {
        return kit::db::migrate(&process, &config.database_url, &config.database, &MIGRATOR, args).await;
    }
    let pool = kit::db::open(&process, &config.database_url, &config.database, &MIGRATOR).await?;
    match &config.task {
        Some(Task::Load(_)) => {
            tracing::info!("Nothing to load: notifications come from feeds");
            Ok(())
        }
        Some(Task::Parked) => outbox::run_parked(&pool).await,
        Some(Task::Replay { feed, position }) => {
            outbox::run_replay(&pool, feed, *position, events::handler(feed)).await
        }
        Some(Task::Migrate(_)) | None => serve(pool, &config, &process).await,
    }
}

async fn serve(pool: PgPool, config: &Config, process: &Process) -> anyhow::Result<()> {
    let connector = process.connector()?;
    let keys = KeysClient::new(connector.connect(&config.auth_url)?);
    let identity = Identity::new(keys, process.clock.clone());
    let app = App::open(pool.clone(), identity, process.clock.clone());
    let sender = enable_push(Sender::new(config, app.clone())?, config).await?;
    let outbox = Outbox::new(pool.clone());

    let auth_streams = connector.connect_streaming(&config.auth_url)?;
    process.spawn("revocations", app.identity.clone().follow_revocations(auth_streams, process.stopping()));
    // After a restore, no position of the outbox is used twice.
    outbox.renew_epoch().await?;
    process.spawn("outbox", outbox.clone().run(process.stopping()));

    spawn_feeds(&app, config, process, &connector)?;
    let peers = Peers {
        auth: connector.connect(&config.auth_url)?,
        stores: connector.connect(&config.store_url)?,
        catalog: connector.connect(&config.catalog_url)?,
    };
    let context = WorkerContext::new(config, app.clone(), sender.clone(), peers)?;
    process.spawn("change notifier", app.change_notifier.clone().run(pool, process.stopping()));
    process.start(workers(&context));

    let routes = context.add_preferences_service(sender.add_services(routes(&app, &outbox, process.stopping())));
    kit::serve::serve(process, routes, Readiness::default()).await
}

fn spawn_feeds(app: &App, config: &Config, process: &Process, connector: &Connector) -> anyhow::Result<()> {
    let auth = auth_feed(app, connector.connect_streaming(&config.auth_url)?);
    process.spawn("auth feed", auth.run(process.stopping()));
    let orders = order_feed(app, connector.connect_streaming(&config.order_url)?);
    process.spawn("order feed", orders.run(process.stopping()));
    let stores = store_feed(app, connector.connect_streaming(&config.store_url)?);
    process.spawn("store feed", stores.run(process.stopping()));
    let catalog = catalog_feed(app, connector.connect_streaming(&config.catalog_url)?);
    process.spawn("catalog feed", catalog.run(process.stopping()));
    let seo = seo_feed(app, connector.connect_streaming(&config.seo_url)?);
    process.spawn("seo feed", seo.run(process.stopping()));
    Ok(())
}

pub fn workers(context: &WorkerContext) -> Vec<Worker> {
    let mut workers = vec![
        app::dispatch::worker(context),
        app::digest::worker(context),
        app::fanout::worker(context),
        app::housekeeping::worker(&context.sender),
    ];
    workers.extend(app::delivery_worker::workers(&context.sender));
    workers
}

/// [`Sender`] and [`WorkerContext`] add the services that need them.
pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let mut routes = Routes::builder();
    routes
        .add_service(NotificationsServer::new(grpc::Notifications { app: app.clone(), stop: stop.clone() }))
        .add_service(audit::service(NAME, &app.pool, &app.identity, stop.clone()))
        .add_service(outbox::system_desk(NAME, &app.pool, &app.identity, &app.clock, handlers()))
        .add_service(outbox.service(stop));
    routes.routes()
}

/// The handlers that replay parked events. An event is parked when its handler failed repeatedly.
fn handlers() -> Handlers {
    Handlers::default()
        .with(events::ACCOUNTS, events::Accounts)
        .with(events::ORDERS, events::Orders)
        .with(events::STORES, events::Stores)
        .with(events::CATALOG, events::Products)
        .with(events::SEO, events::Contact)
}

pub fn seo_feed(app: &App, seo: client::Channel) -> Consumer {
    Consumer::new(NAME, events::SEO, app.pool.clone(), seo, events::Contact)
}

pub fn auth_feed(app: &App, auth: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ACCOUNTS, app.pool.clone(), auth, events::Accounts)
}

pub fn order_feed(app: &App, orders: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ORDERS, app.pool.clone(), orders, events::Orders)
}

pub fn store_feed(app: &App, stores: client::Channel) -> Consumer {
    Consumer::new(NAME, events::STORES, app.pool.clone(), stores, events::Stores)
}

pub fn catalog_feed(app: &App, catalog: client::Channel) -> Consumer {
    Consumer::new(NAME, events::CATALOG, app.pool.clone(), catalog, events::Products)
}
