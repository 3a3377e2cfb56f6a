//! The catalogue service: categories, products, prices, stock, likes, reviews and bloggers' lists.
//!
//! Public lists come from an in-process index (`search`), about a second behind the database; availability and cards
//! come from the database.
//!
//! Layers: `grpc` serves requests, `app` has the use cases, `domain` the rules, `db` the SQL.

mod accounts;
mod app;
mod cards;
mod config;
mod db;
mod domain;
mod events;
mod export;
mod follow;
mod generate;
mod grpc;
mod import;
mod load;
mod media;
mod readers;
mod shared_index;

use std::{io::BufWriter, process::ExitCode, time::Duration};

use kit::{
    BuildInfo, Clock, Process,
    client::{self, Connector},
    config::{FeedConfig, Task as CommonTask},
    db::warm_pool::WarmPool,
    identity::Identity,
    serve::{Readiness, Routes},
    worker::Worker,
};
use outbox::{Consumer, Handlers, Outbox};
use proto::{
    auth::keys_client::KeysClient,
    catalog::{
        categories_server::CategoriesServer, category_desk_server::CategoryDeskServer,
        import_desk_server::ImportDeskServer, likes_server::LikesServer, lists_server::ListsServer,
        pictures_server::PicturesServer, product_desk_server::ProductDeskServer, products_server::ProductsServer,
        reviews_server::ReviewsServer, search_rule_desk_server::SearchRuleDeskServer, search_server::SearchServer,
        sitemap_server::SitemapServer, stock_desk_server::StockDeskServer, stock_server::StockServer,
    },
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

pub use accounts::Accounts;
pub use app::{
    campaign::sweep_prices,
    popularity::count_sales,
    publish::publish,
    reprice::reprice,
    search_rules::{SearchRules, read as read_search_rules},
    searches::{Searches, write_searches},
    stock::{StockBatches, expire},
};
pub use config::{Config, Task};
pub use domain::publication::State;
pub use export::{ExportArgs, export};
pub use follow::keep_index;
pub use generate::{GenerateArgs, generate};
pub use import::{Format, ImportArgs, Tally, import};
pub use load::load;
pub use media::Media;
pub use readers::Readers;
pub use search::Search;
pub use shared_index::SharedIndex;

const NAME: &str = "catalog";

pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The state of handlers and workers. Clones share it.
#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    /// For requests of shoppers.
    pub warm_pool: WarmPool,
    pub readers: Readers,
    pub stock_batches: StockBatches,
    pub identity: Identity,
    pub clock: Clock,
    pub media: Media,
    pub accounts: Accounts,
    pub search: Search,
    pub searches: Searches,
    pub search_rules: SearchRules,
}

/// In the library, so that the binary does not compile the service again.
pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("catalog", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    if let Some(Task::Generate(args)) = &config.task {
        return generate(args, BufWriter::new(std::io::stdout().lock()));
    }
    if let Some(Task::Common(CommonTask::Migrate(args))) = &config.task {
        return kit::db::migrate(&process, config.database_url()?, &config.database, &MIGRATOR, args).await;
    }

    let pool = kit::db::open(&process, config.database_url()?, &config.database, &MIGRATOR).await?;
    let connector = process.connector()?;
    let app = open_app(&config, &process, &connector, pool)?;
    match &config.task {
        Some(Task::Export(args)) => export(&app, args).await.map(drop),
        Some(Task::Import(args)) => import(&app, args).await.map(drop),
        Some(Task::Common(CommonTask::Load(args))) => load::load(&app, args).await,
        Some(Task::Common(CommonTask::Parked)) => outbox::run_parked(&app.pool).await,
        Some(Task::Common(CommonTask::Replay { feed, position })) => {
            outbox::run_replay(&app.pool, feed, *position, events::handler(feed)).await
        }
        Some(Task::Generate(_) | Task::Common(CommonTask::Migrate(_))) | None => {
            serve(&config, &process, &connector, &app).await
        }
    }
}

fn open_app(config: &Config, process: &Process, connector: &Connector, pool: PgPool) -> anyhow::Result<App> {
    let auth = connector.connect(&config.auth_url)?;
    let clock = process.clock.clone();
    let warm_pool = WarmPool::new(pool.clone());
    Ok(App {
        pool,
        readers: Readers::open(&warm_pool),
        stock_batches: StockBatches::open(&warm_pool),
        warm_pool,
        identity: Identity::new(KeysClient::new(auth.clone()), clock.clone()),
        clock,
        media: Media::open(&config.media_url)?,
        accounts: Accounts::new(auth),
        search: Search::new(config.search_dir.clone()),
        searches: Searches::new(config.popular_searches, &config.key_secret()?)?,
        search_rules: SearchRules::default(),
    })
}

async fn serve(config: &Config, process: &Process, connector: &Connector, app: &App) -> anyhow::Result<()> {
    let open_shared = |url: &String| SharedIndex::open(url, config.index_publish_every, process.clock.clone());
    let shared_index = config.index_url.as_ref().map(open_shared).transpose()?;

    let outbox = outbox(&app.pool);
    let auth_streams = connector.connect_streaming(&config.auth_url)?;
    process.spawn("revocations", app.identity.clone().follow_revocations(auth_streams, process.stopping()));

    // A new epoch, so that after a restore no position of the outbox is used twice.
    outbox.renew_epoch().await?;
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    process.start(outbox.nats_publisher(process.name, &config.feed, process.config.mode)?);

    let stores = connector.connect_streaming(&config.store_url)?;
    process.spawn("store feed", store_feed(app, stores).run(process.stopping()));
    let accounts = connector.connect_streaming(&config.auth_url)?;
    process.spawn("auth feed", auth_feed(app, accounts).run(process.stopping()));
    let orders = connector.connect_streaming(&config.order_url)?;
    process.spawn("order feed", order_feed(app, orders).run(process.stopping()));

    process.spawn("search index", keep_index(app.search.clone(), app.pool.clone(), shared_index, process.stopping()));
    process.start(workers(app, &config.feed, config.reservation_sweep));

    let routes = routes(app, &outbox, process.stopping());
    let search = app.search.clone();
    let readiness = Readiness::default().and(move || search.is_ready());
    kit::serve::serve(process, routes, readiness).await
}

pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(events::CurrentState)
}

/// `reservation_sweep` is the interval at which expired reservations are released.
pub fn workers(app: &App, feed: &FeedConfig, reservation_sweep: Duration) -> Vec<Worker> {
    vec![
        outbox(&app.pool).retention(feed),
        app::reprice::worker(app),
        app::campaign::worker(app),
        app::popularity::worker(app),
        app::stock::worker(app, reservation_sweep),
        app::searches::worker(app),
        app::search_rules::worker(app),
        app::product_import::worker::worker(app),
    ]
}

pub fn routes(app: &App, outbox: &Outbox, stop: CancellationToken) -> Routes {
    let mut routes = Routes::builder();
    routes
        .add_service(CategoriesServer::new(grpc::Categories(app.clone())))
        .add_service(CategoryDeskServer::new(grpc::CategoryDesk(app.clone())))
        .add_service(ProductsServer::new(grpc::Products(app.clone())))
        .add_service(LikesServer::new(grpc::Likes(app.clone())))
        .add_service(ListsServer::new(grpc::Lists(app.clone())))
        .add_service(ReviewsServer::new(grpc::Reviews(app.clone())))
        .add_service(StockServer::new(grpc::Stock(app.clone())))
        .add_service(ProductDeskServer::new(grpc::ProductDesk(app.clone())))
        .add_service(ImportDeskServer::new(grpc::ImportDesk(app.clone())))
        .add_service(StockDeskServer::new(grpc::StockDesk(app.clone())))
        .add_service(PicturesServer::new(grpc::Pictures(app.clone())))
        .add_service(SearchServer::new(grpc::Search(app.clone())))
        .add_service(SearchRuleDeskServer::new(grpc::SearchRuleDesk(app.clone())))
        .add_service(SitemapServer::new(grpc::Sitemap(app.clone())))
        .add_service(audit::service(NAME, &app.pool, &app.identity, stop.clone()))
        .add_service(outbox::system_desk(NAME, &app.pool, &app.identity, &app.clock, handlers()))
        .add_service(outbox.service(stop));
    routes.routes()
}

/// For replaying parked events, which a handler failed to apply.
fn handlers() -> Handlers {
    Handlers::default()
        .with(events::STORES, events::Stores)
        .with(events::ORDERS, events::Orders)
        .with(events::ACCOUNTS, events::Accounts)
}

pub fn store_feed(app: &App, stores: client::Channel) -> Consumer {
    Consumer::new(NAME, events::STORES, app.pool.clone(), stores, events::Stores)
}

pub fn order_feed(app: &App, orders: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ORDERS, app.pool.clone(), orders, events::Orders)
}

pub fn auth_feed(app: &App, auth: client::Channel) -> Consumer {
    Consumer::new(NAME, events::ACCOUNTS, app.pool.clone(), auth, events::Accounts)
}
