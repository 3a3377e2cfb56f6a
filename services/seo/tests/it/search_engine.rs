//! IndexNow's HTTP server on the loopback: it remembers what it was told and answers as it should.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, header},
};
use tokio::{net::TcpListener, sync::Notify};
use tokio_util::sync::{CancellationToken, DropGuard};

#[derive(Clone, Copy)]
pub enum Temper {
    Says(u16),
    /// 429, and come back after so many seconds.
    IsBusyFor(u32),
    /// Has understood, but says nothing until it is asked to speak.
    Hangs,
}

#[derive(Clone)]
struct Shared {
    told: Arc<Mutex<Vec<serde_json::Value>>>,
    temper: Arc<Mutex<Temper>>,
    speak: Arc<Notify>,
}

pub struct SearchEngine {
    pub url: String,
    shared: Shared,
    _stop_on_drop: DropGuard,
}

impl SearchEngine {
    pub async fn start() -> Self {
        let temper = Arc::new(Mutex::new(Temper::Says(202)));
        let shared = Shared { told: Arc::default(), temper, speak: Arc::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/indexnow", listener.local_addr().expect("an address"));
        let stop = CancellationToken::new();
        let routes = Router::new().route("/indexnow", axum::routing::any(answer)).with_state(shared.clone());
        let stopped = stop.clone();
        tokio::spawn(stopped.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
        Self { url, shared, _stop_on_drop: stop.drop_guard() }
    }

    pub fn becomes(&self, temper: Temper) {
        *self.shared.temper.lock().unwrap_or_else(PoisonError::into_inner) = temper;
    }

    pub fn speaks(&self) {
        self.shared.speak.notify_one();
    }

    /// Each question, whatever was answered.
    pub fn told(&self) -> Vec<serde_json::Value> {
        self.shared.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The addresses of each question.
    pub fn addresses(&self) -> Vec<Vec<String>> {
        let addresses = |question: &serde_json::Value| {
            let list = question["urlList"].as_array().expect("a list");
            list.iter().map(|url| url.as_str().expect("a text").to_owned()).collect()
        };
        self.told().iter().map(addresses).collect()
    }
}

async fn answer(
    State(shared): State<Shared>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap) {
    assert_eq!(method, Method::POST);
    assert_eq!(headers[header::CONTENT_TYPE], "application/json; charset=utf-8");
    let question = serde_json::from_slice(&body).expect("JSON");
    shared.told.lock().unwrap_or_else(PoisonError::into_inner).push(question);
    let temper = *shared.temper.lock().unwrap_or_else(PoisonError::into_inner);
    let mut headers = HeaderMap::new();
    let status = match temper {
        Temper::Says(status) => status,
        Temper::IsBusyFor(seconds) => {
            headers.insert(header::RETRY_AFTER, seconds.into());
            429
        }
        Temper::Hangs => {
            shared.speak.notified().await;
            200
        }
    };
    (StatusCode::from_u16(status).expect("a status"), headers)
}
