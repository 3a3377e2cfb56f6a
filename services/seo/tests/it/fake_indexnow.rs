//! A fake of IndexNow, which informs search engines of changed pages.

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
pub enum Reply {
    Status(u16),
    /// Status 429 with `Retry-After` in seconds.
    RetryAfter(u32),
    /// No reply until [`FakeIndexNow::release`].
    Wait,
}

#[derive(Clone)]
struct Shared {
    submissions: Arc<Mutex<Vec<serde_json::Value>>>,
    reply: Arc<Mutex<Reply>>,
    released: Arc<Notify>,
}

pub struct FakeIndexNow {
    pub url: String,
    shared: Shared,
    _stop_on_drop: DropGuard,
}

impl FakeIndexNow {
    pub async fn start() -> Self {
        let reply = Arc::new(Mutex::new(Reply::Status(202)));
        let shared = Shared { submissions: Arc::default(), reply, released: Arc::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port exists");
        let url = format!("http://{}/indexnow", listener.local_addr().expect("an address"));
        let stop = CancellationToken::new();
        let routes = Router::new().route("/indexnow", axum::routing::any(respond)).with_state(shared.clone());
        let stopped = stop.clone();
        tokio::spawn(stopped.run_until_cancelled_owned(async move { axum::serve(listener, routes).await }));
        Self { url, shared, _stop_on_drop: stop.drop_guard() }
    }

    pub fn set_reply(&self, reply: Reply) {
        *self.shared.reply.lock().unwrap_or_else(PoisonError::into_inner) = reply;
    }

    /// Ends the wait of [`Reply::Wait`].
    pub fn release(&self) {
        self.shared.released.notify_one();
    }

    pub fn submissions(&self) -> Vec<serde_json::Value> {
        self.shared.submissions.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The URLs of each request.
    pub fn submitted_urls(&self) -> Vec<Vec<String>> {
        let urls = |submission: &serde_json::Value| {
            let list = submission["urlList"].as_array().expect("urlList is a list");
            list.iter().map(|url| url.as_str().expect("each URL is a text").to_owned()).collect()
        };
        self.submissions().iter().map(urls).collect()
    }
}

async fn respond(
    State(shared): State<Shared>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap) {
    assert_eq!(method, Method::POST);
    assert_eq!(headers[header::CONTENT_TYPE], "application/json; charset=utf-8");
    let submission = serde_json::from_slice(&body).expect("the body is JSON");
    shared.submissions.lock().unwrap_or_else(PoisonError::into_inner).push(submission);
    let reply = *shared.reply.lock().unwrap_or_else(PoisonError::into_inner);
    let mut headers = HeaderMap::new();
    let status = match reply {
        Reply::Status(status) => status,
        Reply::RetryAfter(seconds) => {
            headers.insert(header::RETRY_AFTER, seconds.into());
            429
        }
        Reply::Wait => {
            shared.released.notified().await;
            200
        }
    };
    (StatusCode::from_u16(status).expect("a status"), headers)
}
