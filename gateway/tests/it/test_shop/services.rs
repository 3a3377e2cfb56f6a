//! Starts the services of a test shop: each one's `App`, its tasks in the background, and its server.

use std::{path::Path, time::Duration};

use kit::{config::FeedConfig, identity::Identity, worker::Worker};
use outbox::Outbox;
use proto::auth::keys_client::KeysClient;
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{apps, calls::Calls};

const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// The auth service, which tests can stop and restart.
pub struct RunningAuth {
    pub app: auth::App,
    pub server: TestServer,
    pub stop: CancellationToken,
    _stop_on_drop: DropGuard,
}

impl RunningAuth {
    pub async fn start(app: auth::App, calls: &Calls, url: Option<&str>) -> Self {
        let stop = CancellationToken::new();
        let outbox = Outbox::new(app.pool.clone());
        tokio::spawn(outbox.clone().run(stop.clone()));
        tokio::spawn(app.revocations.clone().run(stop.clone()));
        let routes = calls.record(auth::routes(&app, &outbox, stop.clone()));
        let server = match url {
            Some(url) => TestServer::start_again_as("auth", url, routes).await,
            None => TestServer::start_as("auth", routes).await,
        };
        Self { app, server, _stop_on_drop: stop.clone().drop_guard(), stop }
    }
}

pub struct Starter<'a> {
    pub clock: &'a TestClock,
    pub calls: &'a Calls,
    pub auth: &'a RunningAuth,
    pub stop: &'a CancellationToken,
}

pub struct NotificationPeers<'a> {
    pub catalog: &'a TestServer,
    pub order: &'a TestServer,
    pub store: &'a TestServer,
    pub seo: &'a TestServer,
}

pub struct RunningNotification {
    pub pool: PgPool,
    pub context: notification::WorkerContext,
    pub server: TestServer,
}

impl Starter<'_> {
    pub async fn catalog(&self, database: PgPool, index: &Path) -> (catalog::App, TestServer) {
        let accounts = self.auth.server.channel_as("catalog");
        let app = apps::catalog(database, self.clock, self.identity("catalog"), accounts, index);
        tokio::spawn(catalog::keep_index(app.search.clone(), app.pool.clone(), None, self.stop.clone()));
        eventually("the search index", async || app.search.is_ready()).await;
        let workers = catalog::workers(&app, &FeedConfig::default(), SWEEP_INTERVAL);
        self.start_workers(workers, &["product_imports"]);
        let outbox = Outbox::new(app.pool.clone());
        tokio::spawn(outbox.clone().run(self.stop.clone()));
        let routes = self.calls.record(catalog::routes(&app, &outbox, self.stop.clone()));
        (app, TestServer::start_as("catalog", routes).await)
    }

    pub async fn store(&self, database: PgPool, catalog: &TestServer) -> TestServer {
        let app = apps::store(database, self.clock, self.identity("store"));
        tokio::spawn(store::catalog_feed(&app, catalog.streaming_channel_as("store")).run(self.stop.clone()));
        let outbox = Outbox::new(app.pool.clone());
        let routes = self.calls.record(store::routes(&app, &outbox, self.stop.clone()));
        TestServer::start_as("store", routes).await
    }

    pub async fn order(&self, database: PgPool, catalog: &TestServer, bank_flags: &[&str]) -> (order::App, TestServer) {
        let (to_auth, to_catalog) = (self.auth.server.channel_as("order"), catalog.channel_as("order"));
        let app = apps::order(database, self.clock, to_auth, to_catalog, bank_flags);
        self.start_workers(order::workers(&app, &FeedConfig::default(), SWEEP_INTERVAL), &["orders"]);
        tokio::spawn(app.tracker.clone().run(app.pool.clone(), self.stop.clone()));
        let outbox = Outbox::new(app.pool.clone());
        tokio::spawn(outbox.clone().run(self.stop.clone()));
        let routes = self.calls.record(order::routes(&app, &self.identity("order"), &outbox, self.stop.clone()));
        (app, TestServer::start_as("order", routes).await)
    }

    pub async fn seo(&self, database: PgPool, order: &TestServer) -> TestServer {
        let rules = seo::RuleCache::new(order.channel_as("seo"), Duration::ZERO);
        let app = apps::seo(database, self.clock, self.identity("seo"), rules);
        let outbox = Outbox::new(app.pool.clone());
        tokio::spawn(outbox.clone().run(self.stop.clone()));
        let routes = self.calls.record(seo::routes(&app, &outbox, self.stop.clone()));
        TestServer::start_as("seo", routes).await
    }

    pub async fn notification(&self, database: PgPool, peers: &NotificationPeers<'_>) -> RunningNotification {
        let app = notification::App::open(database, self.identity("notification"), self.clock.clock());
        tokio::spawn(app.change_notifier.clone().run(app.pool.clone(), self.stop.clone()));
        let feed_of = |server: &TestServer| server.streaming_channel_as("notification");
        tokio::spawn(notification::auth_feed(&app, feed_of(&self.auth.server)).run(self.stop.clone()));
        tokio::spawn(notification::seo_feed(&app, feed_of(peers.seo)).run(self.stop.clone()));
        // This is the only consumer of the order feed: consumers share an advisory lock per database, and the services
        // share one database.
        tokio::spawn(notification::order_feed(&app, feed_of(peers.order)).run(self.stop.clone()));

        let called = notification::Peers {
            auth: self.auth.server.channel_as("notification"),
            stores: peers.store.channel_as("notification"),
            catalog: peers.catalog.channel_as("notification"),
        };
        let sender = apps::sender(&app).await;
        let context = apps::worker_context(app.clone(), sender.clone(), called);
        let delivery_workers = ["sms_deliveries", "email_deliveries", "push_deliveries"];
        self.start_workers(notification::workers(&context), &delivery_workers);

        let outbox = Outbox::new(app.pool.clone());
        let routes = notification::routes(&app, &outbox, self.stop.clone());
        let routes = self.calls.record(context.add_preferences_service(sender.add_services(routes)));
        let server = TestServer::start_as("notification", routes).await;
        RunningNotification { pool: app.pool, context, server }
    }

    pub fn start_workers_that_send(&self, order: &order::App, notification: &TestServer) {
        let deliveries = auth::DeliveryWorker::new(self.auth.app.clone(), notification.channel_as("auth"));
        tokio::spawn(deliveries.worker().run(self.stop.clone()));
        let mail = order::Mail::new(notification.channel_as("order"));
        let wholesale = order::Wholesale { mail, ..order.wholesale.clone() };
        let order_with_mail = order::App { wholesale, ..order.clone() };
        let workers = order::workers(&order_with_mail, &FeedConfig::default(), SWEEP_INTERVAL);
        self.start_workers(workers, &["quotes", "wholesale_letters"]);
    }

    fn identity(&self, service: &str) -> Identity {
        let auth = &self.auth.server;
        let identity = Identity::new(KeysClient::new(auth.channel_as(service)), self.clock.clock());
        tokio::spawn(identity.clone().follow_revocations(auth.streaming_channel_as(service), self.stop.clone()));
        identity
    }

    fn start_workers(&self, workers: Vec<Worker>, names: &[&str]) {
        for worker in workers.into_iter().filter(|worker| names.contains(&worker.name())) {
            tokio::spawn(worker.run(self.stop.clone()));
        }
    }
}
