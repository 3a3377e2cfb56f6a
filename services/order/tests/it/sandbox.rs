//! The sandbox bank as `cargo up` starts it, on a free port, with a shopper who pays and a shop that listens.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{Router, body::Bytes, extract::State, routing::post};
use clap::Parser as _;
use http::{Request, header};
use http_body_util::Full;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use kit::Clock;
use order::bank::Epoint;
use testkit::database::eventually;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

pub struct Sandbox {
    pub url: String,
    heard: Heard,
    _stop_on_drop: DropGuard,
}

type Heard = Arc<Mutex<Vec<Bytes>>>;

impl Sandbox {
    pub async fn start() -> Self {
        let (stop, heard) = (CancellationToken::new(), Heard::default());
        let listening = Router::new().route("/callback", post(hear)).with_state(heard.clone());
        let (door, shop) = listen().await;
        serve(door, listening, &stop);
        let (door, url) = listen().await;
        let result_url = format!("{shop}/callback");
        let config = bank::Config::parse_from(["sovqat-bank", "--url", &url, "--result-url", &result_url]);
        let bank = bank::Bank::open(&config, Clock::system()).expect("a bank without a journal");
        serve(door, bank::routes(bank.clone()), &stop);
        tokio::spawn(bank::call_back(bank, stop.clone()));
        Self { url, heard, _stop_on_drop: stop.drop_guard() }
    }

    /// Its one customer.
    pub fn customer(&self) -> Epoint {
        Epoint::new(&format!("{}/api/1", self.url), "i000000001", "sandbox_private_key_0000000001")
    }

    /// A shopper types a card on the page the bank gave us.
    pub async fn pay(&self, page: &str, card: &str) {
        let form = format!("action=pay&number={card}&expiry=12/30&cvv=123");
        let request = Request::post(page)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::new(Bytes::from(form)))
            .expect("a request");
        let client = Client::builder(TokioExecutor::new()).build_http();
        let back = client.request(request).await.expect("the bank answers");
        assert_eq!(back.status(), 303, "{page}");
    }

    /// What goes wrong with the next payment: `duplicate`, `forged`, `wrong_amount`, `drop` …
    pub async fn misbehaves(&self, kind: &str) {
        let request = Request::post(format!("{}/sandbox/misbehave", self.url))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(format!(r#"{{"kind": "{kind}"}}"#))))
            .expect("a request");
        let client = Client::builder(TokioExecutor::new()).build_http();
        let noted = client.request(request).await.expect("the bank answers");
        assert_eq!(noted.status(), 204, "{kind}");
    }

    /// The first so many callbacks, as they came.
    pub async fn callbacks(&self, count: usize) -> Vec<Bytes> {
        let heard = || self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
        eventually("so many callbacks", async || heard().len() >= count).await;
        heard()
    }
}

async fn hear(State(heard): State<Heard>, body: Bytes) {
    heard.lock().unwrap_or_else(PoisonError::into_inner).push(body);
}

async fn listen() -> (TcpListener, String) {
    let door = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", door.local_addr().expect("an address"));
    (door, url)
}

fn serve(door: TcpListener, routes: Router, stop: &CancellationToken) {
    let stopped = stop.clone();
    tokio::spawn(stopped.run_until_cancelled_owned(async move { axum::serve(door, routes).await }));
}
