//! Delivers messages to people. It consumes events of the other services and keeps them as short notifications for one account
//! each; it sends codes and letters for other services by SMS and e-mail; and it forwards to support what people write to the
//! shop. It decides nothing about accounts or orders. By which ways and when people are notified is their own choice, kept here.
//!
//! Notifications are rendered when they are read, in the reader's language; the database holds kinds and subjects only. What is
//! sent is rendered when it leaves; until then its codes and links lie sealed in the database, and afterwards nowhere.

mod app;
mod audience;
mod auth;
mod carriers;
mod config;
mod crowd;
mod db;
mod domain;
mod events;
mod grpc;
mod herald;
mod names;
mod post;
mod pulse;
mod push;
mod secret;
mod unsubscribe;
mod values;

use std::process::ExitCode;

use kit::{
    Clock, Process, client,
    config::Task,
    db::lend::Lender,
    identity::Identity,
    serve::{Readiness, Routes},
    worker::Worker,
};
use outbox::{Consumer, Outbox};
use proto::{
    auth::keys_client::KeysClient,
    notification::{notifications_server::NotificationsServer, ticket_desk_server::TicketDeskServer},
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

use crate::crowd::Crowd;

pub use app::digest::gather_all;
pub use app::fanout::fan_out_all;
pub use app::housekeeping::sweep;
pub use app::tell::tell_all;
pub use app::work::{carry_due, workers as delivery_workers};
pub use config::Config;
pub use herald::{Herald, Neighbours};
pub use post::Post;
pub use pulse::Pulse;

/// Names the service to the producers of the feeds it reads.
const NAME: &str = "notification";

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// What the rooms share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    /// Lends the pool's connections to what is done often.
    lender: Lender,
    crowd: Crowd,
    pub identity: Identity,
    pub clock: Clock,
    /// Tells whose list has changed.
    pub pulse: Pulse,
}

impl App {
    pub fn open(pool: PgPool, identity: Identity, clock: Clock) -> Self {
        let lender = Lender::new(pool.clone());
        let crowd = Crowd::open(&lender);
        Self { pool, lender, crowd, identity, clock, pulse: Pulse::default() }
    }
}

/// The whole process. It stands here and not in the binary, so that the service is compiled once.
pub fn main() -> ExitCode {
    kit::run("notification", run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    let pool = kit::db::connect(&config.database_url, &config.database, "notification").await?;
    kit::db::migrate(&pool, &MIGRATOR).await?;
    match &config.task {
        Some(Task::Migrate) => return Ok(()),
        Some(Task::Load(_)) => {
            tracing::info!("Nothing to load: notifications come by feed");
            return Ok(());
        }
        Some(Task::Parked) => return outbox::print_parked(&pool).await,
        Some(Task::Replay { feed, position }) => {
            return outbox::replay_one(&pool, feed, *position, events::listener(feed)).await;
        }
        None => {}
    }
    let keys = KeysClient::new(client::connect(&config.auth_url)?);
    let identity = Identity::new(keys, process.clock.clone());
    let app = App::open(pool.clone(), identity, process.clock.clone());
    let post = Post::new(&config, app.clone())?.pushing(&config).await?;
    let outbox = Outbox::new(pool.clone());
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    process.spawn("auth feed", auth_feed(&app, client::connect_streaming(&config.auth_url)?).run(process.stopping()));
    process
        .spawn("order feed", order_feed(&app, client::connect_streaming(&config.order_url)?).run(process.stopping()));
    let stores = store_feed(&app, client::connect_streaming(&config.store_url)?);
    process.spawn("store feed", stores.run(process.stopping()));
    let catalog = catalog_feed(&app, client::connect_streaming(&config.catalog_url)?);
    process.spawn("catalog feed", catalog.run(process.stopping()));
    process.spawn("seo feed", seo_feed(&app, client::connect_streaming(&config.seo_url)?).run(process.stopping()));
    let neighbours = Neighbours {
        auth: client::connect(&config.auth_url)?,
        stores: client::connect(&config.store_url)?,
        catalog: client::connect(&config.catalog_url)?,
    };
    let herald = Herald::new(&config, post.clone(), neighbours)?;
    process.spawn("pulse", app.pulse.clone().run(pool.clone(), process.stopping()));
    process.start(workers(&herald));
    let routes = herald.open(post.open(routes(&app, &outbox, process.stopping())));
    kit::serve::serve(&process, routes, Readiness::of_database(&pool)).await
}

/// The background work of this service.
pub fn workers(herald: &Herald) -> Vec<Worker> {
    let mut workers = vec![
        app::tell::worker(herald),
        app::digest::worker(herald),
        app::fanout::worker(herald),
        app::housekeeping::worker(&herald.post),
    ];
    workers.extend(app::work::workers(&herald.post));
    workers
}

/// The service's door, the same in tests and in earnest; the post opens one more beside it.
pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let mut routes = Routes::builder();
    routes
        .add_service(NotificationsServer::new(grpc::Notifications { app: app.clone(), stop: stop.clone() }))
        .add_service(TicketDeskServer::new(grpc::TicketDesk(app.clone())))
        .add_service(outbox.service(stop));
    routes.routes()
}

/// Consumes the seo service's feed: how the shop is reached.
pub fn seo_feed(app: &App, seo: client::Channel) -> Consumer {
    Consumer::new(NAME, events::SEO, app.pool.clone(), seo, events::Contact)
}

/// What this service hears about accounts.
pub fn auth_feed(app: &App, auth: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ACCOUNTS, app.pool.clone(), auth, events::Accounts)
}

/// What this service hears about orders.
pub fn order_feed(app: &App, orders: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ORDERS, app.pool.clone(), orders, events::Orders)
}

/// What this service hears about stores.
pub fn store_feed(app: &App, stores: client::Channel) -> Consumer {
    Consumer::new(NAME, events::STORES, app.pool.clone(), stores, events::Stores)
}

/// What this service hears about products and their reviews.
pub fn catalog_feed(app: &App, catalog: client::Channel) -> Consumer {
    Consumer::new(NAME, events::CATALOG, app.pool.clone(), catalog, events::Products)
}
