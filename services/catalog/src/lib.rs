//! What is for sale: categories and their fields, products with their prices and stock, and who likes what. It does not
//! know who the likers are (auth does), what a store is beyond its name (the store service does), nor what was sold
//! (the orders do).
//!
//! Products are written normalised, one language a row, and read from shelves that are kept beside them in the same
//! transaction (`db/shelf.rs` says why): a page of cards is one statement however large the shop is.
//!
//! What is searched, filtered or counted is answered from an index in the process itself (`search`), which is a cache of
//! the database and follows its outbox.

mod app;
mod config;
mod db;
mod domain;
mod events;
mod grpc;
mod load;
mod search;

use std::process::ExitCode;

use kit::{Clock, Process, client, config::Task, identity::Identity, serve::Readiness};
use outbox::{Consumer, Outbox};
use proto::{
    auth::keys_client::KeysClient,
    catalog::{
        categories_server::CategoriesServer, likes_server::LikesServer, products_server::ProductsServer,
        search_server::SearchServer,
    },
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

pub use app::{
    reprice::{keep_prices, reprice},
    searches::{Searches, keep_searches, write_searches},
};
pub use config::Config;
pub use load::load;
pub use search::Search;

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// What the rooms share.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    pub identity: Identity,
    pub clock: Clock,
    pub search: Search,
    pub searches: Searches,
}

/// The whole process. It stands here and not in the binary, so that the service is compiled once.
pub fn main() -> ExitCode {
    kit::run("catalog", run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    let pool = kit::db::connect(&config.database_url, &config.database, "catalog").await?;
    kit::db::migrate(&pool, &MIGRATOR).await?;
    let keys = KeysClient::new(client::connect(&config.auth_url)?);
    let clock = process.clock.clone();
    let app = App {
        pool: pool.clone(),
        identity: Identity::new(keys, clock.clone()),
        clock,
        search: Search::new(config.search_dir.clone()),
        searches: Searches::new(config.popular_searches),
    };
    match &config.task {
        Some(Task::Migrate) => return Ok(()),
        Some(Task::Load(args)) => return load::load(&app, args).await,
        Some(Task::Parked) => return outbox::print_parked(&pool).await,
        Some(Task::Replay { feed, position }) => {
            return outbox::replay_one(&pool, feed, *position, &events::Heard).await;
        }
        None => {}
    }
    let outbox = Outbox::new(pool.clone());
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    process
        .spawn("store feed", store_feed(&app, client::connect_streaming(&config.store_url)?).run(process.stopping()));
    process.spawn("auth feed", auth_feed(&app, client::connect_streaming(&config.auth_url)?).run(process.stopping()));
    process.spawn("prices", keep_prices(app.clone(), process.stopping()));
    process.spawn("search index", app.search.clone().follow(pool.clone(), process.stopping()));
    process.spawn("searches", keep_searches(app.clone(), process.stopping()));
    let routes = routes(&app, &outbox, process.stopping());
    kit::serve::serve(&process, routes, readiness(&app)).await
}

/// Ready when the database answers and the first index is there.
fn readiness(app: &App) -> Readiness {
    let app = app.clone();
    Readiness::new(move || {
        let app = app.clone();
        async move { app.search.is_ready() && sqlx::query("select 1").execute(&app.pool).await.is_ok() }
    })
}

/// The service's door, the same in tests and in earnest.
pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let mut routes = Routes::builder();
    routes
        .add_service(CategoriesServer::new(grpc::Categories(app.clone())))
        .add_service(ProductsServer::new(grpc::Products::new(app.clone())))
        .add_service(LikesServer::new(grpc::Likes(app.clone())))
        .add_service(SearchServer::new(grpc::Search(app.clone())))
        .add_service(outbox.service(stop));
    routes.routes()
}

/// What this service hears from the stores.
pub fn store_feed(app: &App, stores: client::Channel) -> Consumer {
    Consumer::new("store", app.pool.clone(), stores, events::Heard)
}

/// What this service hears about accounts.
pub fn auth_feed(app: &App, auth: client::Channel) -> Consumer {
    Consumer::new("auth", app.pool.clone(), auth, events::Heard)
}
