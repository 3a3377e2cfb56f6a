//! A second gateway for a test shop, with scripted orders.

use gateway::Site;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use testkit::server::TestServer;
use tokio_util::sync::CancellationToken;

use crate::{
    response::{TestResponse, send},
    scripted_orders::ScriptedOrders,
    test_shop::{TestShop, gateway_and_site},
};

pub struct SecondGateway {
    pub orders: ScriptedOrders,
    /// Shuts this gateway down.
    pub stop: CancellationToken,
    site: Site,
    url: String,
    client: Client,
    _server: TestServer,
}

impl SecondGateway {
    pub async fn start(shop: &TestShop) -> Self {
        Self::start_with(shop, &[]).await
    }

    pub async fn start_with(shop: &TestShop, flags: &[&str]) -> Self {
        let (orders, stop) = (ScriptedOrders::default(), CancellationToken::new());
        let server = orders.serve().await;
        let mut gateway_flags = shop.gateway_flags.clone();
        let index =
            gateway_flags.iter().position(|flag| flag == "--order-url").expect("the flags contain the order service");
        // The value follows its flag.
        gateway_flags[index + 1].clone_from(&server.url);
        let (url, site) = gateway_and_site(&gateway_flags, flags, shop.web_dir(), &shop.clock, &stop).await;
        let client = Client::builder().no_proxy().build().expect("a client");
        Self { orders, stop, site, url, client, _server: server }
    }

    /// Empties the caches when staff changes something.
    pub fn follow_staff_changes(&self) {
        let (site, stop) = (self.site.clone(), self.stop.clone());
        tokio::spawn(async move { site.follow_staff_changes(stop).await });
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    pub async fn get_as(&self, token: &str, path: &str) -> TestResponse {
        send(self.request(Method::GET, path).bearer_auth(token)).await
    }

    /// Sends an `Idempotency-Key`, too.
    pub async fn post_as(&self, token: &str, path: &str, body: &Value) -> TestResponse {
        let request = self.request(Method::POST, path).bearer_auth(token).header("idempotency-key", "key-of-a-test");
        send(request.json(body)).await
    }
}
