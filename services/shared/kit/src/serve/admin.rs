//! The port for operators and orchestrators: `/health/live`, `/health/ready`, `/metrics`.

use std::{
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{Router, extract::State, http::StatusCode, routing::get};
use tokio_util::sync::CancellationToken;

use crate::telemetry;

type Probe = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = bool> + Send>> + Send + Sync>;

/// How long a readiness check may take.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether the process should receive traffic: the server is open and its dependencies respond.
#[derive(Clone)]
pub struct Readiness {
    open: Arc<AtomicBool>,
    probe: Probe,
}

impl Readiness {
    pub fn new<F>(probe: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = bool> + Send + 'static,
    {
        Self { open: Arc::default(), probe: Arc::new(move || Box::pin(probe())) }
    }

    /// Returns a check that succeeds while the database responds.
    #[cfg(feature = "db")]
    pub fn database(pool: &sqlx::PgPool) -> Self {
        let pool = pool.clone();
        Self::new(move || {
            let pool = pool.clone();
            async move { sqlx::query("select 1").execute(&pool).await.is_ok() }
        })
    }

    /// Adds a condition to the check.
    #[must_use]
    pub fn and(self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let Self { open, probe } = self;
        let probe: Probe = Arc::new(move || if condition() { probe() } else { Box::pin(std::future::ready(false)) });
        Self { open, probe }
    }

    /// Reports ready from now on, if the check succeeds.
    pub fn open(&self) {
        self.open.store(true, Ordering::Release);
    }

    /// Reports not ready from now on.
    pub fn close(&self) {
        self.open.store(false, Ordering::Release);
    }

    pub async fn is_ready(&self) -> bool {
        self.open.load(Ordering::Acquire) && tokio::time::timeout(PROBE_TIMEOUT, (self.probe)()).await.unwrap_or(false)
    }
}

pub async fn serve_admin(address: SocketAddr, readiness: Readiness, stop: CancellationToken) -> anyhow::Result<()> {
    let routes = Router::new()
        .route("/health/live", get(|| async { "live" }))
        .route("/health/ready", get(ready))
        .route("/metrics", get(|| async { telemetry::prometheus() }))
        .with_state(readiness);
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|error| anyhow::anyhow!("cannot listen on {address}: {error}"))?;
    axum::serve(listener, routes).with_graceful_shutdown(async move { stop.cancelled().await }).await?;
    Ok(())
}

async fn ready(State(readiness): State<Readiness>) -> (StatusCode, &'static str) {
    if readiness.is_ready().await { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready") }
}
