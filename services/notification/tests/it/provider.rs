//! An SMS provider's HTTP server that remembers what it was asked and answers as it is told.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{Method, StatusCode, Uri},
};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

#[derive(Clone, Copy)]
pub enum Temper {
    Says(&'static str),
    Fails(u16),
    /// Says nothing for longer than anybody waits.
    Hangs,
}

pub struct Provider {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
    temper: Arc<Mutex<Temper>>,
    _stop_on_drop: DropGuard,
}

#[derive(Clone)]
struct Shared {
    asked: Arc<Mutex<Vec<String>>>,
    temper: Arc<Mutex<Temper>>,
}

impl Provider {
    pub async fn start(temper: Temper) -> Self {
        let shared = Shared { asked: Arc::default(), temper: Arc::new(Mutex::new(temper)) };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let stop = CancellationToken::new();
        let routes = Router::new().fallback(answer).with_state(shared.clone());
        let stopped = stop.clone();
        tokio::spawn(stopped.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
        Self { address, asked: shared.asked, temper: shared.temper, _stop_on_drop: stop.drop_guard() }
    }

    /// The shop's account there, as the configuration names it.
    pub fn account(&self) -> String {
        format!("http://sovqat:hunter2@{}?sender=Sovqat&timeout=300ms", self.address)
    }

    /// Method, path with query, and body of each request.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn becomes(&self, temper: Temper) {
        *self.temper.lock().unwrap_or_else(PoisonError::into_inner) = temper;
    }
}

async fn answer(State(shared): State<Shared>, method: Method, uri: Uri, body: Bytes) -> (StatusCode, &'static str) {
    let body = String::from_utf8_lossy(&body);
    let asked = format!("{method} {uri} {body}");
    shared.asked.lock().unwrap_or_else(PoisonError::into_inner).push(asked.trim_end().to_owned());
    let temper = *shared.temper.lock().unwrap_or_else(PoisonError::into_inner);
    match temper {
        Temper::Says(text) => (StatusCode::OK, text),
        Temper::Fails(status) => (StatusCode::from_u16(status).expect("a status"), "sorry"),
        Temper::Hangs => {
            tokio::time::sleep(Duration::from_mins(1)).await;
            (StatusCode::OK, "")
        }
    }
}
