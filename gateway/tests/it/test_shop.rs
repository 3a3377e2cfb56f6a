//! The whole shop in one process, with a sample of the demo and a gateway on a free port.

use std::{path::Path, time::Duration};

use clap::Parser as _;
use gateway::{Config, Services, Site};
use kit::{client::Connector, config::FeedConfig, identity::Identity, tls::Tls, worker::Worker};
use outbox::Outbox;
use proto::auth::keys_client::KeysClient;
use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};
use sqlx::PgPool;
use tempfile::TempDir;
use testkit::{authority, clock::TestClock, database::eventually, server::TestServer};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{apps, calls::Calls, databases};
pub use crate::{
    built_web_app::web_dir,
    response::{TestResponse, send, text},
};

pub const LOGIN: &str = "050 000 00 01";
pub const PASSWORD: &str = "sovqat-alici-2026";
// Other people of the demo, with login and password.
pub const OTHER_SHOPPER: (&str, &str) = ("051 000 00 01", "sovqat-tester-1-2026");
pub const BLOGGER: (&str, &str) = ("055 000 00 02", "sovqat-blogger-2026");
pub const OPERATOR: (&str, &str) = ("070 000 00 03", "sovqat-operator-2026");
/// With this key, the shop reports changed pages to search engines.
pub const INDEXNOW_KEY: &str = "0123456789abcdef-sovqat";
/// Positions in `servers`.
const CATALOG: usize = 0;
const ORDER: usize = 1;

pub struct TestShop {
    /// Without a slash at the end.
    pub url: String,
    /// Advanced only by the tests.
    pub clock: TestClock,
    /// The addresses of the services.
    pub gateway_flags: Vec<String>,
    // For changes that the API does not allow.
    pub auth_pool: PgPool,
    pub catalog: PgPool,
    pub notification: PgPool,
    pub notification_context: notification::WorkerContext,
    pub order: order::App,
    pub calls: Calls,
    auth: RunningAuth,
    client: reqwest::Client,
    /// All services but auth.
    servers: Vec<TestServer>,
    web_dir: TempDir,
    _index: TempDir,
    _certificates: TempDir,
    _stop_on_drop: DropGuard,
}

/// The auth service, which tests can stop and restart.
struct RunningAuth {
    app: auth::App,
    server: TestServer,
    stop: CancellationToken,
    _stop_on_drop: DropGuard,
}

impl RunningAuth {
    /// Without a URL, uses a free port.
    async fn start(app: auth::App, calls: &Calls, url: Option<&str>) -> Self {
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

impl TestShop {
    pub async fn start(test: PgPool) -> Self {
        Self::start_with(test, &[]).await
    }

    pub async fn start_with(test: PgPool, flags: &[&str]) -> Self {
        Self::start_with_bank(test, flags, &[]).await
    }

    /// `flags` are for the gateway, `bank_flags` for the order service.
    pub async fn start_with_bank(test: PgPool, flags: &[&str], bank_flags: &[&str]) -> Self {
        let databases = databases::create(&test).await;
        let clock = TestClock::new();
        let stop = CancellationToken::new();
        let auth = apps::auth(databases.auth, &clock);
        let calls = Calls::default();
        let running_auth = RunningAuth::start(auth.clone(), &calls, None).await;
        let auth_server = &running_auth.server;
        let identity = |name: &str| {
            let identity = Identity::new(KeysClient::new(auth_server.channel_as(name)), clock.clock());
            tokio::spawn(identity.clone().follow_revocations(auth_server.streaming_channel_as(name), stop.clone()));
            identity
        };

        let index = TempDir::new().expect("a temporary folder");
        let catalog = apps::catalog(
            databases.catalog,
            &clock,
            identity("catalog"),
            auth_server.channel_as("catalog"),
            index.path(),
        );
        tokio::spawn(catalog::keep_index(catalog.search.clone(), catalog.pool.clone(), None, stop.clone()));
        eventually("the search index", async || catalog.search.is_ready()).await;
        let workers = catalog::workers(&catalog, &FeedConfig::default(), Duration::from_secs(1));
        start_workers(workers, &["product_imports"], &stop);
        let outbox = Outbox::new(catalog.pool.clone());
        tokio::spawn(outbox.clone().run(stop.clone()));
        let routes = calls.record(catalog::routes(&catalog, &outbox, stop.clone()));
        let catalog_server = TestServer::start_as("catalog", routes).await;

        let store = apps::store(databases.store, &clock, identity("store"));
        tokio::spawn(store::catalog_feed(&store, catalog_server.streaming_channel_as("store")).run(stop.clone()));
        let store_outbox = Outbox::new(store.pool.clone());
        let routes = calls.record(store::routes(&store, &store_outbox, stop.clone()));
        let store_server = TestServer::start_as("store", routes).await;

        let (to_auth, to_catalog) = (auth_server.channel_as("order"), catalog_server.channel_as("order"));
        let order = apps::order(databases.order, &clock, to_auth, to_catalog, bank_flags);
        start_workers(order::workers(&order, &FeedConfig::default(), Duration::from_secs(1)), &["orders"], &stop);
        tokio::spawn(order.tracker.clone().run(order.pool.clone(), stop.clone()));
        let order_outbox = Outbox::new(order.pool.clone());
        tokio::spawn(order_outbox.clone().run(stop.clone()));
        let routes = calls.record(order::routes(&order, &identity("order"), &order_outbox, stop.clone()));
        let order_server = TestServer::start_as("order", routes).await;

        let rules = seo::RuleCache::new(order_server.channel_as("seo"), Duration::ZERO);
        let seo = apps::seo(databases.seo, &clock, identity("seo"), rules);
        let seo_outbox = Outbox::new(seo.pool.clone());
        tokio::spawn(seo_outbox.clone().run(stop.clone()));
        let routes = calls.record(seo::routes(&seo, &seo_outbox, stop.clone()));
        let seo_server = TestServer::start_as("seo", routes).await;

        let notification = notification::App::open(databases.notification, identity("notification"), clock.clock());
        tokio::spawn(notification.change_notifier.clone().run(notification.pool.clone(), stop.clone()));
        tokio::spawn(
            notification::auth_feed(&notification, auth_server.streaming_channel_as("notification")).run(stop.clone()),
        );
        tokio::spawn(
            notification::seo_feed(&notification, seo_server.streaming_channel_as("notification")).run(stop.clone()),
        );
        // The only consumer of this feed: consumers share an advisory lock per database, and the services share one
        // database.
        tokio::spawn(
            notification::order_feed(&notification, order_server.streaming_channel_as("notification"))
                .run(stop.clone()),
        );
        let notification_outbox = Outbox::new(notification.pool.clone());
        let peers = notification::Peers {
            auth: auth_server.channel_as("notification"),
            stores: store_server.channel_as("notification"),
            catalog: catalog_server.channel_as("notification"),
        };
        let sender = apps::sender(&notification).await;
        let context = apps::worker_context(notification.clone(), sender.clone(), peers);
        start_workers(
            notification::workers(&context),
            &["sms_deliveries", "email_deliveries", "push_deliveries"],
            &stop,
        );
        let routes = notification::routes(&notification, &notification_outbox, stop.clone());
        let routes = calls.record(context.add_preferences_service(sender.add_services(routes)));
        let notification_server = TestServer::start_as("notification", routes).await;
        tokio::spawn(
            auth::DeliveryWorker::new(auth.clone(), notification_server.channel_as("auth")).worker().run(stop.clone()),
        );
        // These workers need the notification service.
        let mail = order::Mail::new(notification_server.channel_as("order"));
        let wholesale = order::Wholesale { mail, ..order.wholesale.clone() };
        let order_with_mail = order::App { wholesale, ..order.clone() };
        start_workers(
            order::workers(&order_with_mail, &FeedConfig::default(), Duration::from_secs(1)),
            &["quotes", "wholesale_letters"],
            &stop,
        );

        let servers = vec![catalog_server, order_server, store_server, notification_server, seo_server];
        // In the order of auth, then `servers`.
        let names = ["auth", "catalog", "order", "store", "notification", "seo"];
        let certificates = TempDir::new().expect("a temporary folder");
        let gateway_flags: Vec<String> = names
            .iter()
            .zip([auth_server].into_iter().chain(&servers))
            .flat_map(|(name, server)| [format!("--{name}-url"), server.url.clone()])
            .chain(authority::flags(certificates.path(), "gateway"))
            .collect();
        let web_dir = web_dir();
        let url = gateway(&gateway_flags, flags, web_dir.path(), &clock, &stop).await;
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .expect("a client");
        Self {
            url,
            clock,
            gateway_flags,
            auth_pool: auth.pool,
            catalog: catalog.pool,
            notification: notification.pool,
            notification_context: context,
            order,
            calls,
            auth: running_auth,
            client,
            servers,
            web_dir,
            _index: index,
            _certificates: certificates,
            _stop_on_drop: stop.drop_guard(),
        }
    }

    /// Stops the catalogue at once, without a graceful shutdown.
    pub fn kill_catalog(&self) {
        self.servers[CATALOG].kill();
    }

    pub fn stop_auth(&self) {
        self.auth.stop.cancel();
        self.auth.server.kill();
    }

    /// Starts auth again at the same address.
    pub async fn restart_auth(&mut self) {
        self.stop_auth();
        let url = self.auth.server.url.clone();
        self.auth = RunningAuth::start(self.auth.app.clone(), &self.calls, Some(&url)).await;
    }

    /// Returns a channel to the order service that does not go through the gateway.
    pub fn order_channel(&self) -> kit::client::Channel {
        self.servers[ORDER].channel_as("gateway")
    }

    pub fn web_dir(&self) -> &Path {
        self.web_dir.path()
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        send(self.request(Method::GET, path)).await
    }

    pub async fn get_in(&self, language: &str, path: &str) -> TestResponse {
        send(self.request(Method::GET, path).header(header::ACCEPT_LANGUAGE, language)).await
    }

    pub async fn get_as(&self, token: &str, path: &str) -> TestResponse {
        send(self.request(Method::GET, path).bearer_auth(token)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> TestResponse {
        send(self.request(Method::POST, path).json(body)).await
    }

    pub async fn post_as(&self, token: &str, path: &str, body: &Value) -> TestResponse {
        self.send_as(token, Method::POST, path, body).await
    }

    pub async fn put_as(&self, token: &str, path: &str, body: &Value) -> TestResponse {
        self.send_as(token, Method::PUT, path, body).await
    }

    pub async fn delete_as(&self, token: &str, path: &str) -> TestResponse {
        send(self.request(Method::DELETE, path).bearer_auth(token)).await
    }

    pub async fn send_as(&self, token: &str, method: Method, path: &str, body: &Value) -> TestResponse {
        send(self.request(method, path).bearer_auth(token).json(body)).await
    }

    /// The session contains tokens and account.
    pub async fn sign_in(&self) -> Value {
        self.sign_in_as((LOGIN, PASSWORD)).await
    }

    pub async fn sign_in_as(&self, (login, password): (&str, &str)) -> Value {
        self.post("/api/v1/auth/signin", &json!({"login": login, "password": password})).await.data()
    }

    /// Returns the access token of the demo's shopper.
    pub async fn token(&self) -> String {
        self.token_of((LOGIN, PASSWORD)).await
    }

    pub async fn token_of(&self, person: (&str, &str)) -> String {
        text(&self.sign_in_as(person).await["accessToken"]).to_owned()
    }

    /// Returns the texts of the messages to `recipient`, newest first, once there are at least `count`.
    pub async fn sent_to(&self, recipient: &str, count: usize) -> Vec<String> {
        let read = async || {
            let messages = self.get(&format!("/dev/inbox.json?to={recipient}")).await.json();
            messages.as_array().expect("a list").iter().map(|message| text(&message["text"]).to_owned()).collect()
        };
        let enough = |messages: &Vec<String>| messages.len() >= count;
        eventually("enough messages", async || enough(&read().await)).await;
        read().await
    }

    /// Returns an available product without sizes.
    pub async fn any_product(&self) -> Value {
        let list = self.get("/api/v1/product/all?inStock=true&perPage=100").await.data();
        let products = list["products"].as_array().expect("a list");
        products.iter().find(|product| product["hasSizes"] == false).expect("some have no sizes").clone()
    }

    /// Sends these bytes, and reads until the server closes the connection.
    pub async fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.url.trim_start_matches("http://")).await.expect("the gateway listens");
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(bytes).await;
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response).await;
        String::from_utf8_lossy(&response).into_owned()
    }
}

/// Returns a gateway's command line, which begins with the program's name. `flags` take precedence. The mode is local
/// unless they name another.
pub fn arguments(gateway_flags: &[String], flags: &[&str], web_dir: &Path) -> Vec<String> {
    let web_dir = web_dir.to_str().expect("a path");
    let mode = if flags.contains(&"--mode") { vec![] } else { vec!["--mode", "local"] };
    let always =
        ["sovqat-gateway", "--public-url", "https://sovqat.example", "--web-dir", web_dir, "--media-dir", web_dir];
    let flags = flags.iter().map(ToString::to_string);
    always.into_iter().chain(mode).map(str::to_owned).chain(gateway_flags.iter().cloned()).chain(flags).collect()
}

/// Starts a gateway in this process, and returns its address.
pub async fn gateway(
    gateway_flags: &[String],
    flags: &[&str],
    web_dir: &Path,
    clock: &TestClock,
    stop: &CancellationToken,
) -> String {
    gateway_and_site(gateway_flags, flags, web_dir, clock, stop).await.0
}

/// Also returns the site, of which callers can run more tasks.
pub async fn gateway_and_site(
    gateway_flags: &[String],
    flags: &[&str],
    web_dir: &Path,
    clock: &TestClock,
    stop: &CancellationToken,
) -> (String, Site) {
    let config = Config::parse_from(arguments(gateway_flags, flags, web_dir));
    let connector = Connector::new(Tls::read(&config.process).expect("certificates"));
    let services = Services::new(&config.peers, &connector, clock.clock()).expect("addresses");
    tokio::spawn(services.clone().follow_revocations(stop.clone()));
    let site = Site::new(&config, services).expect("a site");
    let (listening, until) = (site.clone(), stop.clone());
    tokio::spawn(async move { listening.listen_for_notifications(until).await });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(gateway::server::serve(listener, site.clone(), Duration::from_secs(5), stop.clone()));
    (url, site)
}

/// Starts the workers with these names.
fn start_workers(workers: Vec<Worker>, names: &[&str], stop: &CancellationToken) {
    for worker in workers.into_iter().filter(|worker| names.contains(&worker.name())) {
        tokio::spawn(worker.run(stop.clone()));
    }
}
