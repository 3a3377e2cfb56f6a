//! A fake bank that records requests and gives scripted answers.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use kit::Language;
use order::bank::{CardNumber, NewCharge, NewPayout};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use url::form_urlencoded;

// Values of the argument that says whether a return is all that is left of a payment.
pub const PART: bool = false;
pub const ALL_LEFT: bool = true;

#[derive(Clone, Copy)]
pub enum Reply {
    /// Status 200 with this body.
    Ok(&'static str),
    /// Status and body.
    Error(u16, &'static str),
    /// No answer within any client's timeout.
    Timeout,
}

pub struct BankServer {
    pub url: String,
    script: Script,
    _stop_on_drop: DropGuard,
}

#[derive(Clone)]
struct Script {
    requests: Arc<Mutex<Vec<RecordedRequest>>>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
}

#[derive(Debug, Clone)]
pub struct RecordedRequest {
    /// Method and path, for example `POST /api/v3/orders`.
    pub target: String,
    pub authorization: String,
    /// The bank's reference number of the request.
    pub rrn: String,
    pub idempotency_key: String,
    pub body: String,
}

impl RecordedRequest {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("the body is JSON")
    }

    /// ePoint receives JSON in base64 in the form field `data`.
    pub fn payload(&self) -> Value {
        let (_, data) = form_urlencoded::parse(self.body.as_bytes())
            .find(|(name, _)| name == "data")
            .expect("the form has the field `data`");
        let json = STANDARD.decode(data.as_bytes()).expect("the field is base64");
        serde_json::from_slice(&json).expect("the payload is JSON")
    }
}

impl BankServer {
    pub async fn start(replies: &[Reply]) -> Self {
        let script =
            Script { requests: Arc::default(), replies: Arc::new(Mutex::new(replies.iter().copied().collect())) };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let stop = CancellationToken::new();
        let routes = Router::new().fallback(answer).with_state(script.clone());
        let server_stop = stop.clone();
        tokio::spawn(server_stop.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
        Self { url, script, _stop_on_drop: stop.drop_guard() }
    }

    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.script.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn answer(
    State(script): State<Script>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, &'static str) {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let request = RecordedRequest {
        target: format!("{method} {uri}"),
        authorization: header("authorization"),
        rrn: header("x-request-rrn"),
        idempotency_key: header("x-idempotency-key"),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    script.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    let reply = script.replies.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    match reply.expect("the script has no more replies") {
        Reply::Ok(text) => (StatusCode::OK, text),
        Reply::Error(status, text) => (StatusCode::from_u16(status).expect("a status"), text),
        Reply::Timeout => {
            tokio::time::sleep(Duration::from_mins(1)).await;
            (StatusCode::OK, "")
        }
    }
}

pub fn charge(months: Option<i32>) -> NewCharge<'static> {
    NewCharge {
        reference: "SQ-7K4M-29/1",
        amount: 3_075,
        months,
        language: Language::Ru,
        description: "Sovqat SQ-7K4M-29",
        success_url: "https://sovqat.az/good",
        failure_url: "https://sovqat.az/bad",
    }
}

pub fn payout(card: &CardNumber) -> NewPayout<'_> {
    NewPayout {
        reference: "CO-7K4M29XWQA",
        amount: 5_000,
        card,
        full_name: "Leyla Həsənova",
        description: "Sovqat CO-7K4M29XWQA",
    }
}
