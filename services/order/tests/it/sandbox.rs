//! Starts the sandbox bank of `cargo up`, with a fake browser that pays and a server for callbacks.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{Router, body::Bytes, extract::State, routing::post};
use clap::Parser as _;
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use kit::Clock;
use order::bank::Epoint;
use testkit::database::eventually;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

pub struct Sandbox {
    pub url: String,
    received_callbacks: Callbacks,
    _stop_on_drop: DropGuard,
}

type Callbacks = Arc<Mutex<Vec<Bytes>>>;

impl Sandbox {
    pub async fn start() -> Self {
        let (stop, received_callbacks) = (CancellationToken::new(), Callbacks::default());
        let listening = Router::new().route("/callback", post(receive_callback)).with_state(received_callbacks.clone());
        let (listener, shop) = listen().await;
        serve(listener, listening, &stop);
        let (listener, url) = listen().await;
        let result_url = format!("{shop}/callback");
        let config = bank::Config::parse_from(["sovqat-bank", "--url", &url, "--result-url", &result_url]);
        let bank = bank::Bank::open(&config, Clock::system()).expect("a bank without a journal");
        serve(listener, bank::routes(bank.clone()), &stop);
        tokio::spawn(bank::send_callbacks(bank, stop.clone()));
        Self { url, received_callbacks, _stop_on_drop: stop.drop_guard() }
    }

    pub fn merchant_client(&self) -> Epoint {
        // The bank's default keys.
        Epoint::new(&format!("{}/api/1", self.url), "i000000001", "sandbox_private_key_0000000001")
    }

    /// Pays with a card on the bank's page.
    pub async fn pay(&self, page: &str, card: &str) {
        assert_eq!(self.try_to_pay(page, card).await, StatusCode::SEE_OTHER, "{page}");
    }

    /// Pays on a page that may be paid already.
    pub async fn try_to_pay(&self, page: &str, card: &str) -> StatusCode {
        let form = format!("action=pay&number={card}&expiry=12/30&cvv=123");
        let request = Request::post(page)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::new(Bytes::from(form)))
            .expect("a request");
        let client = Client::builder(TokioExecutor::new()).build_http();
        client.request(request).await.expect("the bank answers").status()
    }

    /// Lets the bank misbehave at the next payment. `kind` is `duplicate`, `forged`, `wrong_amount`, `drop` or another
    /// kind of the sandbox.
    pub async fn spoil_next_payment(&self, kind: &str) {
        self.set_misbehaviour(&format!(r#"{{"kind": "{kind}"}}"#)).await;
    }

    /// Lets the bank misbehave at the next payouts: `lost`, `silent`, `wrong_amount`, `misstated`, `late`, `duplicate`,
    /// `drop`.
    pub async fn spoil_next_payouts(&self, kinds: &[&str]) {
        for kind in kinds {
            self.set_misbehaviour(&format!(r#"{{"kind": "{kind}", "is_payout": true}}"#)).await;
        }
    }

    async fn set_misbehaviour(&self, misbehaviour: &str) {
        let request = Request::post(format!("{}/sandbox/misbehave", self.url))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(misbehaviour.to_owned())))
            .expect("a request");
        let client = Client::builder(TokioExecutor::new()).build_http();
        let response = client.request(request).await.expect("the bank answers");
        assert_eq!(response.status(), 204, "{misbehaviour}");
    }

    /// Returns the payouts that the bank has made or declined: our code, and for example `success 30.00`.
    pub async fn payouts(&self) -> Vec<(String, String)> {
        let books = self.books("payouts").await;
        let text = |payout: &serde_json::Value, name: &str| payout[name].as_str().unwrap_or_default().to_owned();
        let payouts = books["payouts"].as_array().expect("payouts").iter();
        payouts.map(|it| (text(it, "order_id"), format!("{} {}", text(it, "status"), text(it, "amount")))).collect()
    }

    async fn books(&self, name: &str) -> serde_json::Value {
        let request = Request::get(format!("{}/sandbox/{name}", self.url)).body(Full::<Bytes>::default());
        let client = Client::builder(TokioExecutor::new()).build_http();
        let answer = client.request(request.expect("a request")).await.expect("the bank answers");
        let body = answer.into_body().collect().await.expect("the bank answers").to_bytes();
        serde_json::from_slice(&body).expect("books")
    }

    /// Returns the charged and returned amount of each payment of an order.
    pub async fn books_of(&self, code: &str) -> Vec<(i64, i64)> {
        let books = self.books("payments").await;
        let qepik = |amount: &serde_json::Value| amount.as_str()?.replace('.', "").parse().ok();
        let payments = books["payments"].as_array().expect("payments").iter();
        let of_order =
            payments.filter(|it| it["order_id"].as_str().is_some_and(|it| it.split('/').next() == Some(code)));
        of_order.map(|it| qepik(&it["charged"]).zip(qepik(&it["returned"])).expect("two sums")).collect()
    }

    pub fn received_callbacks(&self) -> Vec<Bytes> {
        self.received_callbacks.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for `count` callbacks.
    pub async fn callbacks(&self, count: usize) -> Vec<Bytes> {
        eventually("the callbacks", async || self.received_callbacks().len() >= count).await;
        self.received_callbacks()
    }
}

async fn receive_callback(State(received_callbacks): State<Callbacks>, body: Bytes) {
    received_callbacks.lock().unwrap_or_else(PoisonError::into_inner).push(body);
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    (listener, url)
}

fn serve(listener: TcpListener, routes: Router, stop: &CancellationToken) {
    let stopped = stop.clone();
    tokio::spawn(stopped.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
}
