//! Two gateways that share a Valkey server. The tests in this folder send requests to a route that needs no service, so
//! the gateways run without services.

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

/// With a trusted proxy, a test chooses the client's address in the header `x-forwarded-for`. Local mode does not limit
/// the loopback address.
const PROXY: [&str; 2] = ["--trusted-proxies", "1"];
const SERVICES: [&str; 6] =
    ["--auth-url", "--catalog-url", "--order-url", "--store-url", "--notification-url", "--seo-url"];

pub struct Gateways {
    pub programs: [Program; 2],
    client: Client,
    next_client: Arc<AtomicU32>,
    _web_dir: TempDir,
}

/// One answered request.
#[derive(Debug)]
pub struct Answer {
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
        // A client can only be built with a cryptography provider. Installing a second one has no effect.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().timeout(Duration::from_secs(20)).build().expect("a client");
        Self { programs, client, next_client: Arc::default(), _web_dir: web_dir }
    }

    /// Waits until both gateways share their counts.
    pub async fn connected(&self) {
        for program in &self.programs {
            eventually("a connection", async || program.metric("gateway_valkey_failing").await == Some(0.0)).await;
        }
    }

    /// Waits until both gateways count alone.
    pub async fn alone(&self) {
        for program in &self.programs {
            eventually("a failure", async || program.metric("gateway_valkey_failing").await == Some(1.0)).await;
        }
    }

    /// Returns the address of a client that has sent nothing yet.
    pub fn new_client(&self) -> String {
        new_address(&self.next_client)
    }

    /// Sends a request of `from` to a gateway.
    pub async fn send(&self, gateway: usize, from: &str) -> Answer {
        send(&self.client, &self.programs[gateway].address, from).await
    }

    /// Sends a request of `from` to a gateway, and returns whether the rate limit allows it.
    pub async fn is_allowed(&self, gateway: usize, from: &str) -> bool {
        match self.send(gateway, from).await.status {
            200 => true,
            429 => false,
            status => panic!("status {status}"),
        }
    }

    /// Sends up to `most` requests of `from` to both gateways in turn. Returns how many were allowed.
    pub async fn allowed_in_turn(&self, from: &str, most: usize) -> usize {
        let mut allowed = 0;
        for number in 0..most {
            allowed += usize::from(self.is_allowed(number % 2, from).await);
        }
        allowed
    }

    /// Sends requests to both gateways until the token is cancelled, each from a new client. Returns the answers of
    /// each gateway.
    pub fn load(&self, stop: &CancellationToken) -> [JoinHandle<Vec<Answer>>; 2] {
        [0, 1].map(|gateway| {
            let (client, stop, next) = (self.client.clone(), stop.clone(), self.next_client.clone());
            let address = self.programs[gateway].address.clone();
            tokio::spawn(async move {
                let mut answers = Vec::new();
                while !stop.is_cancelled() {
                    answers.push(send(&client, &address, &new_address(&next)).await);
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
                answers
            })
        })
    }
}

fn new_address(next: &AtomicU32) -> String {
    Ipv4Addr::from_bits(Ipv4Addr::new(10, 0, 0, 0).to_bits() + next.fetch_add(1, Ordering::Relaxed)).to_string()
}

/// Sends a request. The status is 0 if there is no answer.
async fn send(client: &Client, address: &str, from: &str) -> Answer {
    let began = Instant::now();
    let request = client.get(format!("http://{address}/health/live")).header("x-forwarded-for", from);
    let status = request.send().await.map_or(0, |response| response.status().as_u16());
    Answer { status, time: began.elapsed() }
}
