//! A second gateway with the services of a test shop, except for a scripted order service.

use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use testkit::server::TestServer;
use tokio_util::sync::CancellationToken;

use crate::{
    answer::{Answer, send},
    house::{House, gateway},
    scripted::Scripted,
};

pub struct Beside {
    pub orders: Scripted,
    /// Stops this gateway as an orchestrator would.
    pub stop: CancellationToken,
    url: String,
    client: Client,
    _server: TestServer,
}

impl Beside {
    pub async fn start(house: &House) -> Self {
        Self::start_with(house, &[]).await
    }

    /// Starts it with these flags.
    pub async fn start_with(house: &House, flags: &[&str]) -> Self {
        let (orders, stop) = (Scripted::default(), CancellationToken::new());
        let server = orders.serve().await;
        let mut peers = house.peers.clone();
        let place = peers.iter().position(|word| word == "--order-url").expect("the house has an order service");
        peers[place + 1].clone_from(&server.url);
        let url = gateway(&peers, flags, house.web(), &house.clock, &stop).await;
        let client = Client::builder().no_proxy().build().expect("a client");
        Self { orders, stop, url, client, _server: server }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    pub async fn get_as(&self, token: &str, path: &str) -> Answer {
        send(self.request(Method::GET, path).bearer_auth(token)).await
    }

    /// Sends the request with an `Idempotency-Key`.
    pub async fn post_as(&self, token: &str, path: &str, body: &Value) -> Answer {
        let request = self.request(Method::POST, path).bearer_auth(token).header("idempotency-key", "key-of-a-test");
        send(request.json(body)).await
    }
}
