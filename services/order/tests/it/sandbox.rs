//! Starts the sandbox bank of `deploy/bank`, and acts as the shopper's browser and as the shop.

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

/// Stops when dropped.
pub struct Sandbox {
    pub url: String,
    received_callbacks: Callbacks,
    _stop_on_drop: DropGuard,
}

/// In qəpik.
#[derive(Debug)]
pub struct BankPayment {
    pub charged: i64,
    pub returned: i64,
}

impl BankPayment {
    fn parse(payment: &serde_json::Value) -> Self {
        // The bank writes `12.50` for 1,250 qəpik.
        let qepik = |amount: &serde_json::Value| {
            let digits = amount.as_str().expect("an amount is a text").replace('.', "");
            digits.parse::<i64>().expect("an amount has only digits and a point")
        };
        Self { charged: qepik(&payment["charged"]), returned: qepik(&payment["returned"]) }
    }

    pub fn kept(&self) -> i64 {
        self.charged - self.returned
    }
}

/// Bodies, oldest first.
type Callbacks = Arc<Mutex<Vec<Bytes>>>;

impl Sandbox {
    pub async fn start() -> Self {
        let (stop, received_callbacks) = (CancellationToken::new(), Callbacks::default());

        let (shop_listener, shop_url) = listen().await;
        let shop_routes = Router::new().route("/callback", post(receive_callback));
        serve(shop_listener, shop_routes.with_state(received_callbacks.clone()), &stop);

        let (bank_listener, url) = listen().await;
        let result_url = format!("{shop_url}/callback");
        let config = bank::Config::parse_from(["sovqat-bank", "--url", &url, "--result-url", &result_url]);
        let bank = bank::Bank::open(&config, Clock::system()).expect("a bank without a journal opens");
        serve(bank_listener, bank::routes(bank.clone()), &stop);
        tokio::spawn(bank::send_callbacks(bank, stop.clone()));
        Self { url, received_callbacks, _stop_on_drop: stop.drop_guard() }
    }

    pub fn merchant_client(&self) -> Epoint {
        // The bank's default keys.
        Epoint::new(&format!("{}/api/1", self.url), "i000000001", "sandbox_private_key_0000000001")
    }

    /// The page must not be paid already.
    pub async fn pay(&self, page: &str, card: &str) {
        assert_eq!(self.try_to_pay(page, card).await, StatusCode::SEE_OTHER, "{page}");
    }

    /// The page may be paid already.
    pub async fn try_to_pay(&self, page: &str, card: &str) -> StatusCode {
        let form = format!("action=pay&number={card}&expiry=12/30&cvv=123");
        let request = Request::post(page)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::new(Bytes::from(form)))
            .expect("the request is valid");
        let client = Client::builder(TokioExecutor::new()).build_http();
        client.request(request).await.expect("the bank answers").status()
    }

    /// `kind` is `duplicate`, `forged`, `wrong_amount`, `drop` or another kind of the sandbox.
    pub async fn spoil_next_payment(&self, kind: &str) {
        self.set_misbehaviour(&format!(r#"{{"kind": "{kind}"}}"#)).await;
    }

    /// `kinds` are `lost`, `silent`, `wrong_amount`, `misstated`, `late`, `duplicate` or `drop`.
    pub async fn spoil_next_payouts(&self, kinds: &[&str]) {
        for kind in kinds {
            self.set_misbehaviour(&format!(r#"{{"kind": "{kind}", "is_payout": true}}"#)).await;
        }
    }

    async fn set_misbehaviour(&self, misbehaviour: &str) {
        let request = Request::post(format!("{}/sandbox/misbehave", self.url))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(misbehaviour.to_owned())))
            .expect("the request is valid");
        let client = Client::builder(TokioExecutor::new()).build_http();
        let response = client.request(request).await.expect("the bank answers");
        assert_eq!(response.status(), 204, "{misbehaviour}");
    }

    /// Returns code and outcome, for example `success 30.00`.
    pub async fn payouts(&self) -> Vec<(String, String)> {
        let books = self.fetch_list("payouts").await;
        let text = |payout: &serde_json::Value, name: &str| payout[name].as_str().unwrap_or_default().to_owned();
        let payouts = books["payouts"].as_array().expect("the books are a list").iter();
        let code_and_outcome = |payout: &serde_json::Value| {
            (text(payout, "order_id"), format!("{} {}", text(payout, "status"), text(payout, "amount")))
        };
        payouts.map(code_and_outcome).collect()
    }

    async fn fetch_list(&self, name: &str) -> serde_json::Value {
        let request = Request::get(format!("{}/sandbox/{name}", self.url)).body(Full::<Bytes>::default());
        let client = Client::builder(TokioExecutor::new()).build_http();
        let answer = client.request(request.expect("the request is valid")).await.expect("the bank answers");
        let body = answer.into_body().collect().await.expect("the bank answers").to_bytes();
        serde_json::from_slice(&body).expect("the books are JSON")
    }

    /// The reference of a payment is the order's code, `/` and a number.
    pub async fn payments_of(&self, code: &str) -> Vec<BankPayment> {
        let books = self.fetch_list("payments").await;
        let payments = books["payments"].as_array().expect("the books are a list").iter();
        let is_of_order = |payment: &&serde_json::Value| {
            payment["order_id"].as_str().is_some_and(|reference| reference.split('/').next() == Some(code))
        };
        payments.filter(is_of_order).map(BankPayment::parse).collect()
    }

    pub fn received_callbacks(&self) -> Vec<Bytes> {
        self.received_callbacks.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for `count` callbacks, and returns all that have arrived.
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
    let server_stop = stop.clone();
    tokio::spawn(server_stop.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
}
