//! An HTTP server that records requests, as an SMS provider.

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
pub enum ProviderBehaviour {
    /// Responds with status 200 and this body.
    Responds(&'static str),
    /// Responds with this status.
    Fails(u16),
    /// Responds after the client's timeout.
    Hangs,
}

pub struct FakeSmsProvider {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
    behaviour: Arc<Mutex<ProviderBehaviour>>,
    _stop_on_drop: DropGuard,
}

#[derive(Clone)]
struct Shared {
    requests: Arc<Mutex<Vec<String>>>,
    behaviour: Arc<Mutex<ProviderBehaviour>>,
}

impl FakeSmsProvider {
    pub async fn start(behaviour: ProviderBehaviour) -> Self {
        let shared = Shared { requests: Arc::default(), behaviour: Arc::new(Mutex::new(behaviour)) };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let stop = CancellationToken::new();
        let routes = Router::new().fallback(respond).with_state(shared.clone());
        let stopped = stop.clone();
        tokio::spawn(stopped.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
        Self { address, requests: shared.requests, behaviour: shared.behaviour, _stop_on_drop: stop.drop_guard() }
    }

    /// The timeout is short, because tests wait for it.
    pub fn account(&self) -> String {
        format!("http://sovqat:hunter2@{}?sender=Sovqat&timeout=300ms", self.address)
    }

    /// Method, path with query, and body of each request.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set_behaviour(&self, behaviour: ProviderBehaviour) {
        *self.behaviour.lock().unwrap_or_else(PoisonError::into_inner) = behaviour;
    }
}

async fn respond(State(shared): State<Shared>, method: Method, uri: Uri, body: Bytes) -> (StatusCode, &'static str) {
    let body = String::from_utf8_lossy(&body);
    let request = format!("{method} {uri} {body}");
    shared.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request.trim_end().to_owned());
    let behaviour = *shared.behaviour.lock().unwrap_or_else(PoisonError::into_inner);
    match behaviour {
        ProviderBehaviour::Responds(text) => (StatusCode::OK, text),
        ProviderBehaviour::Fails(status) => (StatusCode::from_u16(status).expect("a status"), "sorry"),
        ProviderBehaviour::Hangs => {
            tokio::time::sleep(Duration::from_mins(1)).await;
            (StatusCode::OK, "")
        }
    }
}
