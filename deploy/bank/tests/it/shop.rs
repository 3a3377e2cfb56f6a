//! A fake shop: it calls the bank, acts as the shopper on the bank's pages, and records the callbacks.

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{Form, Router, extract::State, http::StatusCode, routing::post};
use bank::{Bank, Config, send_callbacks};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::Parser as _;
use http_body_util::{BodyExt as _, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use kit::Clock;
use serde::Deserialize;
use serde_json::{Value, json};
use sha1::{Digest as _, Sha1};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use url::form_urlencoded;

/// The bank and the shop share this key.
const KEY: &str = "sandbox_private_key_0000000001";
pub const GOOD_CARD: &str = "4111 1111 1111 1111";
/// Declined with code 116.
pub const CARD_WITHOUT_FUNDS: &str = "4000 0000 0000 0116";
pub const CARD_WITH_CONFIRMATION: &str = "4000 0000 0000 3220";
pub const SILENT_CARD: &str = "4000 0000 0000 9999";

/// Stops bank and shop when dropped.
pub struct TestShop {
    pub bank: String,
    client: Client<HttpConnector, Full<axum::body::Bytes>>,
    callbacks: ReceivedCallbacks,
    bank_guards: [DropGuard; 2],
    _shop_guard: DropGuard,
}

#[derive(Clone, Default)]
struct ReceivedCallbacks(Arc<Mutex<CallbackLog>>);

#[derive(Default)]
struct CallbackLog {
    accepted: Vec<Callback>,
    /// The shop refuses so many callbacks before it accepts one.
    refusals_left: usize,
}

impl ReceivedCallbacks {
    fn lock(&self) -> MutexGuard<'_, CallbackLog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Clone, Deserialize)]
struct Callback {
    data: String,
    signature: String,
}

#[derive(Debug)]
pub struct Page {
    pub status: u16,
    pub location: String,
    pub text: String,
}

impl TestShop {
    /// The bank has no journal, so it cannot be restarted.
    pub async fn start() -> Self {
        Self::start_both(None).await
    }

    pub async fn start_with_journal(journal: &Path) -> Self {
        Self::start_both(Some(journal)).await
    }

    async fn start_both(journal: Option<&Path>) -> Self {
        let callbacks = ReceivedCallbacks::default();
        let (shop, shop_guard) =
            serve(Router::new().route("/callback", post(receive)).with_state(callbacks.clone())).await;
        let (bank, bank_guards) = start_bank(journal, &format!("{shop}/callback")).await;
        let client = Client::builder(TokioExecutor::new()).build_http();
        Self { bank, client, callbacks, bank_guards, _shop_guard: shop_guard }
    }

    /// Starts the bank again with its journal on another port.
    pub async fn restart_bank(self, journal: &Path) -> Self {
        drop(self.bank_guards);
        let (shop, shop_guard) =
            serve(Router::new().route("/callback", post(receive)).with_state(self.callbacks.clone())).await;
        let (bank, bank_guards) = start_bank(Some(journal), &format!("{shop}/callback")).await;
        Self { bank, bank_guards, _shop_guard: shop_guard, ..self }
    }

    /// Waits for a refused callback, after `refuse_next(usize::MAX)`.
    pub async fn wait_for_refusal(&self) {
        let is_refused = async || self.callbacks.lock().refusals_left != usize::MAX;
        testkit::database::eventually("a callback that is refused", is_refused).await;
    }

    pub fn refuse_next(&self, count: usize) {
        self.callbacks.lock().refusals_left = count;
    }

    /// Creates a payment of 30.75 AZN. Returns its transaction.
    pub async fn order(&self, order_id: &str) -> String {
        let created = self.call("request", order(order_id)).await;
        created["transaction"].as_str().unwrap_or_else(|| panic!("{created}")).to_owned()
    }

    pub async fn call(&self, name: &str, payload: Value) -> Value {
        self.call_signed(name, payload, KEY).await
    }

    pub async fn call_signed(&self, name: &str, payload: Value, key: &str) -> Value {
        let page = self.post_signed(name, payload, key).await;
        serde_json::from_str(&page.text).unwrap_or_else(|_| panic!("{page:?}"))
    }

    /// Like `call`, but the response need not be JSON.
    pub async fn call_page(&self, name: &str, payload: Value) -> Page {
        self.post_signed(name, payload, KEY).await
    }

    async fn post_signed(&self, name: &str, mut payload: Value, key: &str) -> Page {
        payload["public_key"] = json!("i000000001");
        let data = STANDARD.encode(payload.to_string());
        let fields = [("data", data.clone()), ("signature", sign(&data, key))];
        self.post(&format!("/api/1/{name}"), "application/x-www-form-urlencoded", form(&fields)).await
    }

    pub async fn submit(&self, transaction: &str, fields: &[(&str, &str)]) -> Page {
        let path = format!("/pay/{transaction}");
        self.post(&path, "application/x-www-form-urlencoded", form(fields)).await
    }

    pub async fn pay(&self, transaction: &str, card: &str) -> Page {
        self.submit(transaction, &[("action", "pay"), ("number", card), ("expiry", "12/30"), ("cvv", "123")]).await
    }

    pub async fn misbehave(&self, misbehaviour: Value) {
        let page = self.post("/sandbox/misbehave", "application/json", misbehaviour.to_string()).await;
        assert_eq!(page.status, 204, "{page:?}");
    }

    pub async fn get(&self, path: &str) -> Page {
        let request =
            http::Request::get(format!("{}{path}", self.bank)).body(Full::default()).expect("a valid request");
        self.send(request).await
    }

    async fn post(&self, path: &str, content_type: &str, body: String) -> Page {
        let request = http::Request::post(format!("{}{path}", self.bank))
            .header("content-type", content_type)
            .body(Full::from(body))
            .expect("a valid request");
        self.send(request).await
    }

    async fn send(&self, request: http::Request<Full<axum::body::Bytes>>) -> Page {
        let response = self.client.request(request).await.expect("the bank responds");
        assert_eq!(response.headers()["x-sovqat-sandbox"], "1");
        let location =
            response.headers().get("location").map(|value| value.to_str().expect("the location is ASCII").to_owned());
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.expect("the body is complete").to_bytes();
        let text = String::from_utf8(body.into()).expect("the body is UTF-8");
        Page { status, location: location.unwrap_or_default(), text }
    }

    /// Returns the accepted callbacks as text: `order-1 success 30.75`, followed by `(invalid signature)` if the
    /// signature is wrong.
    pub fn callbacks(&self) -> Vec<String> {
        let callbacks = self.callbacks.lock().accepted.clone();
        callbacks.iter().map(summary).collect()
    }

    /// Waits for `count` callbacks and a little longer, to detect more. Returns all accepted ones.
    pub async fn wait_for_callbacks(&self, count: usize) -> Vec<String> {
        testkit::database::eventually("the expected number of callbacks", async || self.callbacks().len() >= count)
            .await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        self.callbacks()
    }

    pub async fn assert_no_callbacks(&self) {
        assert_eq!(self.wait_for_callbacks(0).await, [] as [String; 0]);
    }
}

/// Returns code and message of an error response: `908 unknown transaction`.
pub fn refusal(response: &Value) -> String {
    let text = |name: &str| response[name].as_str().unwrap_or_else(|| panic!("no {name}: {response}"));
    format!("{} {}", text("code"), text("message"))
}

/// Returns the payload of a payment. Pages must escape the `<` in its description.
pub fn order(order_id: &str) -> Value {
    json!({
        "amount": "30.75", "currency": "AZN", "language": "en", "order_id": order_id, "description": "Order <SQ>",
        "success_redirect_url": "http://shop.test/good", "error_redirect_url": "http://shop.test/bad",
    })
}

fn summary(callback: &Callback) -> String {
    let payload: Value = serde_json::from_slice(&STANDARD.decode(&callback.data).expect("the data is base64"))
        .expect("the data is JSON");
    let note = if sign(&callback.data, KEY) == callback.signature { "" } else { " (invalid signature)" };
    let text = |name: &str| payload[name].as_str().unwrap_or_default().to_owned();
    format!("{} {} {}{note}", text("order_id"), text("status"), text("amount"))
}

/// Signs as ePoint's documentation says.
fn sign(data: &str, key: &str) -> String {
    STANDARD.encode(Sha1::digest([key, data, key].concat()))
}

fn form<T: AsRef<str>>(fields: &[(&str, T)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

async fn receive(State(callbacks): State<ReceivedCallbacks>, Form(callback): Form<Callback>) -> StatusCode {
    let mut log = callbacks.lock();
    if log.refusals_left > 0 {
        log.refusals_left -= 1;
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    log.accepted.push(callback);
    StatusCode::OK
}

/// Dropping the guards stops the server and the callbacks.
async fn start_bank(journal: Option<&Path>, result_url: &str) -> (String, [DropGuard; 2]) {
    let mut arguments = vec!["sovqat-bank".to_owned(), "--result-url".to_owned(), result_url.to_owned()];
    arguments.extend(journal.map(|path| format!("--journal={}", path.display())));
    let bank = Bank::open(&Config::parse_from(arguments), Clock::system()).expect("the journal opens");
    let (url, server_guard) = serve(bank::routes(bank.clone())).await;
    let stop = CancellationToken::new();
    let callbacks_stop = stop.clone();
    tokio::spawn(async move { send_callbacks(bank, callbacks_stop).await.expect("the journal can be written") });
    (url, [server_guard, stop.drop_guard()])
}

async fn serve(routes: Router) -> (String, DropGuard) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let stop = CancellationToken::new();
    let server_stop = stop.clone();
    tokio::spawn(server_stop.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
    (url, stop.drop_guard())
}
