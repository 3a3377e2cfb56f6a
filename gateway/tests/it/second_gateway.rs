//! A second gateway with the services of a test shop, except a scripted order service.

use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use testkit::server::TestServer;
use tokio_util::sync::CancellationToken;

use crate::{
    response::{TestResponse, send},
    scripted_orders::ScriptedOrders,
    test_shop::{TestShop, gateway},
};

pub struct SecondGateway {
    pub orders: ScriptedOrders,
    pub stop: CancellationToken,
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
        gateway_flags[index + 1].clone_from(&server.url);
        let url = gateway(&gateway_flags, flags, shop.web_dir(), &shop.clock, &stop).await;
        let client = Client::builder().no_proxy().build().expect("a client");
        Self { orders, stop, url, client, _server: server }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    pub async fn get_as(&self, token: &str, path: &str) -> TestResponse {
        send(self.request(Method::GET, path).bearer_auth(token)).await
    }

    /// Sends the request with an `Idempotency-Key`.
    pub async fn post_as(&self, token: &str, path: &str, body: &Value) -> TestResponse {
        let request = self.request(Method::POST, path).bearer_auth(token).header("idempotency-key", "key-of-a-test");
        send(request.json(body)).await
    }
}
