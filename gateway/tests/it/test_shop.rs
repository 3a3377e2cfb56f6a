//! The whole shop in one process, with a sample of the demo and a gateway on a free port.

mod services;

use std::{path::Path, time::Duration};

use clap::Parser as _;
use gateway::{Config, Services, Site};
use kit::{client::Connector, tls::Tls};
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

use self::services::{NotificationPeers, RunningAuth, Starter};
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

pub struct TestShop {
    /// Without a slash at the end.
    pub url: String,
    /// Advanced only by the tests.
    pub clock: TestClock,
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
    catalog_server: TestServer,
    order_server: TestServer,
    web_dir: TempDir,
    _other_servers: [TestServer; 3],
    _index: TempDir,
    _certificates: TempDir,
    _stop_on_drop: DropGuard,
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
        let (clock, calls, stop) = (TestClock::new(), Calls::default(), CancellationToken::new());
        let index = TempDir::new().expect("a temporary folder");
        let auth = RunningAuth::start(apps::auth(databases.auth, &clock), &calls, None).await;
        let starter = Starter { clock: &clock, calls: &calls, auth: &auth, stop: &stop };
        let (catalog, catalog_server) = starter.catalog(databases.catalog, index.path()).await;
        let store_server = starter.store(databases.store, &catalog_server).await;
        let (order, order_server) = starter.order(databases.order, &catalog_server, bank_flags).await;
        let seo_server = starter.seo(databases.seo, &order_server).await;
        let peers = NotificationPeers {
            catalog: &catalog_server,
            order: &order_server,
            store: &store_server,
            seo: &seo_server,
        };
        let notification = starter.notification(databases.notification, &peers).await;
        starter.start_workers_that_send(&order, &notification.server);

        let certificates = TempDir::new().expect("a temporary folder");
        let servers = [
            ("auth", &auth.server),
            ("catalog", &catalog_server),
            ("order", &order_server),
            ("store", &store_server),
            ("notification", &notification.server),
            ("seo", &seo_server),
        ];
        let urls = servers.iter().flat_map(|(name, server)| [format!("--{name}-url"), server.url.clone()]);
        let gateway_flags: Vec<String> = urls.chain(authority::flags(certificates.path(), "gateway")).collect();
        let web_dir = web_dir();
        let url = gateway(&gateway_flags, flags, web_dir.path(), &clock, &stop).await;
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build();
        Self {
            url,
            clock,
            gateway_flags,
            auth_pool: auth.app.pool.clone(),
            catalog: catalog.pool,
            notification: notification.pool,
            notification_context: notification.context,
            order,
            calls,
            auth,
            client: client.expect("a client"),
            catalog_server,
            order_server,
            web_dir,
            _other_servers: [store_server, notification.server, seo_server],
            _index: index,
            _certificates: certificates,
            _stop_on_drop: stop.drop_guard(),
        }
    }

    /// Stops the catalogue at once, without a graceful shutdown.
    pub fn kill_catalog(&self) {
        self.catalog_server.kill();
    }

    pub fn stop_auth(&self) {
        self.auth.stop.cancel();
        self.auth.server.kill();
    }

    pub async fn restart_auth(&mut self) {
        self.stop_auth();
        let url = self.auth.server.url.clone();
        self.auth = RunningAuth::start(self.auth.app.clone(), &self.calls, Some(&url)).await;
    }

    pub fn order_channel(&self) -> kit::client::Channel {
        self.order_server.channel_as("gateway")
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

    pub async fn any_product(&self) -> Value {
        self.any_product_with("").await
    }

    /// Returns an available product without sizes. One unit reaches the minimum of an order.
    pub async fn orderable_product(&self) -> Value {
        self.any_product_with("&minPrice=2500").await
    }

    async fn any_product_with(&self, filter: &str) -> Value {
        let list = self.get(&format!("/api/v1/product/all?inStock=true{filter}&perPage=100")).await.data();
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
