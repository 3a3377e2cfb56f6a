//! The order service: carts, orders, refunds, bonuses, bloggers' earnings, wholesale and delivery terms. An order
//! stores a copy of names and prices from the catalog and addresses from the auth service.
//!
//! An order is a saga: `domain/checkout.rs` decides, `app/saga.rs` writes, `app/order_jobs.rs` does the pending work.
//! `…Desk` services are for operators.

mod account_events;
mod app;
mod auth;
pub mod bank;
mod batches;
mod bonus_rules;
mod cached;
mod catalog;
mod config;
mod dates;
mod db;
mod document;
pub mod domain;
mod events;
mod grpc;
mod history;
mod load;
mod names;
mod return_rules;
mod stock;
mod track;
mod wholesale;
mod zones;

use std::{process::ExitCode, time::Duration};

use kit::{
    BuildInfo, Clock, Process,
    client::{self, Connector},
    config::{FeedConfig, LoadArgs, Task},
    db::warm_pool::WarmPool,
    identity::Identity,
    keyed::KeyedHasher,
    seal::Seal,
    serve::{Readiness, Routes},
    worker::Worker,
};
use outbox::{Consumer, Handlers, Outbox};
use proto::{
    auth::keys_client::KeysClient,
    order::{
        auditor_server::AuditorServer, bonuses_server::BonusesServer, carts_server::CartsServer,
        cashout_desk_server::CashoutDeskServer, cashouts_server::CashoutsServer, dashboard_server::DashboardServer,
        deliveries_server::DeliveriesServer, desk_server::DeskServer, earnings_server::EarningsServer,
        orders_server::OrdersServer, payments_server::PaymentsServer, phone_desk_server::PhoneDeskServer,
        promise_desk_server::PromiseDeskServer, promises_server::PromisesServer, promo_desk_server::PromoDeskServer,
        wholesale_desk_server::WholesaleDeskServer, wholesale_server::WholesaleServer,
        zone_desk_server::ZoneDeskServer,
    },
};
use sqlx::{PgPool, migrate::Migrator};
use tokio_util::sync::CancellationToken;

// Tests run single steps of the workers.
pub use app::{
    Notifier,
    auditor::audit_due,
    bonus::{expire_due, warn_due},
    cashout,
    influencer::delete_click_visitors,
    order_jobs::{mask_erased_accounts, mask_guests, run_order_jobs},
    order_limits::{cancel_unconfirmed as cancel_unconfirmed_orders, forget_old as forget_order_subjects},
    payment,
    refund::restock_due,
    wholesale::{end_due as end_quotes_due, send_due as send_emails_due},
};
pub use auth::Auth;
pub use batches::Batches;
pub use bonus_rules::BonusRules;
pub use catalog::Catalog;
pub use config::Config;
use config::OrderTask;
pub use load::load;
pub use return_rules::ReturnRules;
pub use stock::Stock;
pub use track::Tracker;
pub use wholesale::{Mail, Seller, Wholesale};
pub use zones::Zones;

use crate::{
    account_events::AccountEvents,
    bank::Banks,
    domain::{order_limits::OrderLimits, payment::PaymentTime, quote::QuoteKey, two_people::TwoPeopleLimits},
};

pub static MIGRATOR: Migrator = sqlx::migrate!();

#[derive(Clone)]
pub struct App {
    pub pool: PgPool,
    /// For requests that shoppers wait for.
    pub warm_pool: WarmPool,
    pub batches: Batches,
    pub zones: Zones,
    pub bonus_rules: BonusRules,
    pub returns: ReturnRules,
    pub clock: Clock,
    pub auth: Auth,
    pub catalog: Catalog,
    pub stock: Stock,
    /// Signs the quotes of carts, not of wholesale.
    pub quote_key: QuoteKey,
    pub banks: Banks,
    /// Encrypts bloggers' card numbers.
    pub card_seal: Seal,
    /// Hashes accounts and networks that guess promo codes.
    pub keyed_hasher: KeyedHasher,
    pub site_url: String,
    pub payment_time: PaymentTime,
    pub order_limits: OrderLimits,
    pub two_people: TwoPeopleLimits,
    pub notifier: Notifier,
    /// Wakes the streams of changed orders.
    pub tracker: Tracker,
    pub wholesale: Wholesale,
}

impl App {
    fn open(config: &Config, pool: &PgPool, clock: Clock, connector: &Connector) -> anyhow::Result<Self> {
        let warm_pool = WarmPool::new(pool.clone());
        Ok(Self {
            pool: pool.clone(),
            batches: Batches::open(&warm_pool),
            zones: Zones::new(&warm_pool),
            bonus_rules: BonusRules::new(&warm_pool),
            returns: ReturnRules::new(&warm_pool),
            warm_pool,
            clock,
            auth: Auth::new(connector.connect(&config.auth_url)?),
            catalog: Catalog::new(connector.connect(&config.catalog_url)?),
            stock: Stock::new(connector.connect(&config.catalog_url)?),
            quote_key: config.quote_key()?,
            banks: config.banks()?,
            card_seal: Seal::new(config.card_secret()?),
            keyed_hasher: config.keyed_hasher()?,
            site_url: config.public_url.clone(),
            payment_time: config.payment_time(),
            order_limits: config.order_limits()?,
            two_people: config.two_people.limits(),
            notifier: Notifier::default(),
            tracker: Tracker::default(),
            wholesale: config.wholesale(connector)?,
        })
    }
}

/// In the library, so that the binary and the tests share one compilation.
pub fn main(build: BuildInfo) -> ExitCode {
    kit::run("order", build, run)
}

async fn run(config: Config, process: Process) -> anyhow::Result<()> {
    if let Some(OrderTask::Common(Task::Migrate(args))) = &config.task {
        return kit::db::migrate(&process, &config.database_url, &config.database, &MIGRATOR, args).await;
    }
    let pool = kit::db::open(&process, &config.database_url, &config.database, &MIGRATOR).await?;
    match &config.task {
        Some(OrderTask::Common(Task::Load(args))) => return load::load(&pool, args).await,
        // Events that failed repeatedly.
        Some(OrderTask::Common(Task::Parked)) => return outbox::run_parked(&pool).await,
        Some(OrderTask::Common(Task::Replay { feed, position })) => {
            return outbox::run_replay(&pool, feed, *position, &AccountEvents { clock: process.clock.clone() }).await;
        }
        Some(OrderTask::History(args)) => return Box::pin(write_history(&config, &pool, &process, args)).await,
        Some(OrderTask::Common(Task::Migrate(_))) | None => {}
    }
    let connector = process.connector()?;
    let app = App::open(&config, &pool, process.clock.clone(), &connector)?;
    let identity = Identity::new(KeysClient::new(connector.connect(&config.auth_url)?), process.clock.clone());
    let auth_streams = connector.connect_streaming(&config.auth_url)?;
    process.spawn("revocations", identity.clone().follow_revocations(auth_streams.clone(), process.stopping()));
    process.spawn("auth feed", auth_feed(&app, auth_streams).run(process.stopping()));
    let outbox = outbox(&pool);
    outbox.renew_epoch().await?;
    process.spawn("outbox", outbox.clone().run(process.stopping()));
    process.start(outbox.nats_publisher(process.name, &config.feed, process.config.mode)?);
    process.start(workers(&app, &config.feed, config.order_sweep));
    process.spawn("tracker", app.tracker.clone().run(pool.clone(), process.stopping()));
    let routes = routes(&app, &identity, &outbox, process.stopping());
    kit::serve::serve(&process, routes, Readiness::default()).await
}

async fn write_history(config: &Config, pool: &PgPool, process: &Process, args: &LoadArgs) -> anyhow::Result<()> {
    anyhow::ensure!(config.process.is_local(), "the demo's history is written in local mode only");
    let (history_clock, app_clock) = history::HistoryClock::new();
    let connector = process.connector()?;
    // One operator decides about the demo's payments.
    let app = App { two_people: TwoPeopleLimits::OFF, ..App::open(config, pool, app_clock, &connector)? };
    let auth = connector.connect(&config.auth_url)?;
    let catalog = connector.connect(&config.catalog_url)?;
    Box::pin(history::write(&app, &history_clock, process.clock.now(), auth, catalog, args)).await
}

pub fn outbox(pool: &PgPool) -> Outbox {
    Outbox::new(pool.clone()).with_state(events::Current)
}

pub fn workers(app: &App, feed: &FeedConfig, order_sweep: Duration) -> Vec<Worker> {
    let mut workers =
        vec![outbox(&app.pool).retention(feed), app::order_jobs::worker(app, order_sweep), app::refund::worker(app)];
    workers.push(app::order_limits::worker(app));
    workers.extend(payment::workers(app));
    workers.extend(cashout::workers(app));
    workers.extend(app::bonus::workers(app));
    workers.extend(app::wholesale::workers(app));
    workers.extend(app::auditor::workers(app));
    workers
}

pub fn routes(app: &App, identity: &Identity, outbox: &Outbox, stop: CancellationToken) -> Routes {
    // Services without `identity` are public, or called by banks, which sign.
    let mut routes = Routes::builder();
    routes
        .add_service(CartsServer::new(grpc::Carts { app: app.clone(), identity: identity.clone() }))
        .add_service(AuditorServer::new(grpc::Auditor { app: app.clone(), identity: identity.clone() }))
        .add_service(BonusesServer::new(grpc::Bonuses { app: app.clone(), identity: identity.clone() }))
        .add_service(CashoutsServer::new(grpc::Cashouts { app: app.clone(), identity: identity.clone() }))
        .add_service(CashoutDeskServer::new(grpc::CashoutDesk { app: app.clone(), identity: identity.clone() }))
        .add_service(EarningsServer::new(grpc::Earnings { app: app.clone(), identity: identity.clone() }))
        .add_service(DashboardServer::new(grpc::Dashboard { app: app.clone(), identity: identity.clone() }))
        .add_service(DeliveriesServer::new(grpc::Deliveries { app: app.clone() }))
        .add_service(PromisesServer::new(grpc::Promises { app: app.clone() }))
        .add_service(PromiseDeskServer::new(grpc::PromiseDesk { app: app.clone(), identity: identity.clone() }))
        .add_service(PaymentsServer::new(grpc::Payments(app.clone())))
        .add_service(OrdersServer::new(grpc::Orders {
            app: app.clone(),
            identity: identity.clone(),
            stop: stop.clone(),
        }))
        .add_service(DeskServer::new(grpc::Desk { app: app.clone(), identity: identity.clone() }))
        .add_service(PhoneDeskServer::new(grpc::PhoneDesk { app: app.clone(), identity: identity.clone() }))
        .add_service(PromoDeskServer::new(grpc::PromoDesk { app: app.clone(), identity: identity.clone() }))
        .add_service(WholesaleServer::new(grpc::Wholesale { app: app.clone(), identity: identity.clone() }))
        .add_service(WholesaleDeskServer::new(grpc::WholesaleDesk { app: app.clone(), identity: identity.clone() }))
        .add_service(ZoneDeskServer::new(grpc::ZoneDesk { app: app.clone(), identity: identity.clone() }))
        .add_service(audit::service("order", &app.pool, identity, stop.clone()))
        .add_service(outbox::system_desk("order", &app.pool, identity, &app.clock, handlers(app)))
        .add_service(outbox.service(stop));
    routes.routes()
}

fn handlers(app: &App) -> Handlers {
    Handlers::default().with("auth", AccountEvents { clock: app.clock.clone() })
}

pub fn auth_feed(app: &App, auth: client::Channel) -> Consumer {
    Consumer::new("order", "auth", app.pool.clone(), auth, AccountEvents { clock: app.clock.clone() })
}
