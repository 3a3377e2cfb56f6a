//! The port for operators: health and metrics.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use serde_json::json;

use crate::{Process, telemetry};

type Condition = Arc<dyn Fn() -> bool + Send + Sync>;

/// Whether this process should receive traffic. Its database does not count: if it failed, all replicas would leave the
/// load balancer at once.
#[derive(Clone, Default)]
pub struct Readiness {
    open: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    conditions: Vec<Condition>,
}

impl Readiness {
    /// Adds a condition, such as a loaded index.
    #[must_use]
    pub fn and(mut self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.conditions.push(Arc::new(condition));
        self
    }

    pub fn open(&self) {
        self.open.store(true, Ordering::Release);
    }

    /// A process that leaves while it starts must not become ready.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    pub fn is_ready(&self) -> bool {
        self.open.load(Ordering::Acquire)
            && !self.closed.load(Ordering::Acquire)
            && self.conditions.iter().all(|condition| condition())
    }
}

pub async fn serve_admin(process: Process, readiness: Readiness) -> anyhow::Result<()> {
    let (address, stop, leave) = (process.config.admin_listen, process.stopping(), process.leaving());
    let closing = readiness.clone();
    tokio::spawn(async move {
        leave.cancelled().await;
        closing.close();
    });
    let routes = Router::new()
        .route("/health/live", get(|| async { "live" }))
        .route("/health/ready", get(ready).with_state(readiness))
        .route("/health/version", get(move || std::future::ready(Json(version(&process)))))
        .route("/metrics", get(|| async { telemetry::prometheus() }));
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|error| anyhow::anyhow!("cannot listen on {address}: {error}"))?;
    axum::serve(listener, routes).with_graceful_shutdown(stop.cancelled_owned()).await?;
    Ok(())
}

async fn ready(State(readiness): State<Readiness>) -> (StatusCode, &'static str) {
    if readiness.is_ready() { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") }
}

fn version(process: &Process) -> serde_json::Value {
    json!({
        "service": process.name,
        "version": process.build.version,
        "commit": process.build.commit,
        "schema": process.schema(),
    })
}
