//! Two gateways without services, which share a Valkey server.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use reqwest::Client;
use tempfile::TempDir;
use testkit::database::eventually;
use tokio::{task::JoinHandle, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{program::Program, test_shop::web_dir};

/// Clients have addresses from a trusted proxy, because local mode does not limit loopback.
const PROXY: [&str; 2] = ["--trusted-proxies", "1"];
const SERVICES: [&str; 6] =
    ["--auth-url", "--catalog-url", "--order-url", "--store-url", "--notification-url", "--seo-url"];

pub struct Gateways {
    pub programs: [Program; 2],
    client: Client,
    next_client: Arc<AtomicU32>,
    _web_dir: TempDir,
}

#[derive(Debug)]
pub struct TimedResponse {
    pub status: u16,
    pub time: Duration,
}

impl Gateways {
    pub async fn start(valkey_url: &str, flags: &[&str]) -> Self {
        let web_dir = web_dir();
        // Port 9 has no listener.
        let services: Vec<String> =
            SERVICES.iter().flat_map(|flag| [(*flag).to_owned(), "http://127.0.0.1:9".to_owned()]).collect();
        let valkey = ["--valkey-url", valkey_url];
        let flags: Vec<&str> = PROXY.into_iter().chain(valkey).chain(flags.iter().copied()).collect();
        let start = || Program::start_with(&services, web_dir.path(), &flags);
        let programs = [start().await, start().await];
        // A client needs a cryptography provider. A second one has no effect.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().timeout(Duration::from_secs(20)).build().expect("a client");
        Self { programs, client, next_client: Arc::default(), _web_dir: web_dir }
    }

    pub async fn wait_until_connected(&self) {
        for program in &self.programs {
            eventually("a connection", async || program.metric("gateway_valkey_failing").await == Some(0.0)).await;
        }
    }

    pub async fn wait_until_counting_alone(&self) {
        for program in &self.programs {
            eventually("a failure", async || program.metric("gateway_valkey_failing").await == Some(1.0)).await;
        }
    }

    /// Returns the address of a client that has sent nothing yet.
    pub fn new_client(&self) -> String {
        new_address(&self.next_client)
    }

    pub async fn send(&self, gateway: usize, from: &str) -> TimedResponse {
        send(&self.client, &self.programs[gateway].address, from).await
    }

    pub async fn is_allowed(&self, gateway: usize, from: &str) -> bool {
        match self.send(gateway, from).await.status {
            200 => true,
            429 => false,
            status => panic!("status {status}"),
        }
    }

    /// Sends requests to both gateways in turn. Returns the number of allowed ones.
    pub async fn allowed_in_turn(&self, from: &str, max: usize) -> usize {
        let mut allowed = 0;
        for number in 0..max {
            allowed += usize::from(self.is_allowed(number % 2, from).await);
        }
        allowed
    }

    /// Sends requests, each of a new client, until the token is cancelled. Returns the responses of each gateway.
    pub fn load(&self, stop: &CancellationToken) -> [JoinHandle<Vec<TimedResponse>>; 2] {
        [0, 1].map(|gateway| {
            let (client, stop, next) = (self.client.clone(), stop.clone(), self.next_client.clone());
            let address = self.programs[gateway].address.clone();
            tokio::spawn(async move {
                let mut responses = Vec::new();
                while !stop.is_cancelled() {
                    responses.push(send(&client, &address, &new_address(&next)).await);
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
                responses
            })
        })
    }
}

fn new_address(next: &AtomicU32) -> String {
    Ipv4Addr::from_bits(Ipv4Addr::new(10, 0, 0, 0).to_bits() + next.fetch_add(1, Ordering::Relaxed)).to_string()
}

/// Without a response, the status is 0.
async fn send(client: &Client, address: &str, from: &str) -> TimedResponse {
    let began = Instant::now();
    let request = client.get(format!("http://{address}/health/live")).header("x-forwarded-for", from);
    let status = request.send().await.map_or(0, |response| response.status().as_u16());
    TimedResponse { status, time: began.elapsed() }
}
