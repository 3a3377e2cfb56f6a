//! Serves gRPC with health checks, a span and a duration for every call, and the admin port; in local mode with
//! reflection. With TLS, only the callers that the contract names may call a method. A panic fails only its own call.

mod admin;
mod callers;
mod finish;
mod observe;
mod permission;
mod routes;

use std::{future::Future, time::Duration};

use anyhow::Context as _;
use tokio::net::TcpListener;
use tonic::transport::{Server, server::TcpIncoming};
use tower_http::catch_panic::CatchPanicLayer;

pub use admin::{Readiness, serve_admin};
pub use finish::FinishLayer;
pub use observe::{Headers, ObserveLayer};
pub use permission::RequiredPermission;
pub use routes::{Routes, RoutesBuilder};

use self::{callers::CallersLayer, permission::PermissionLayer};
use crate::{Process, config::Mode, tls::Tls};

/// Serves until the process stops, then waits for running calls.
pub async fn serve(process: &Process, routes: Routes, readiness: Readiness) -> anyhow::Result<()> {
    let config = &process.config;
    process.spawn("admin port", serve_admin(config.admin_listen, readiness.clone(), process.stopping()));
    let tls = Tls::read(config)?;
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| anyhow::anyhow!("cannot listen on {}: {error}", config.listen))?;
    tracing::info!("{} serves on {}", process.name, listener.local_addr()?);
    readiness.open();
    let stop = process.stopping();
    serve_on(listener, routes, config.mode, tls.as_ref(), async move {
        stop.cancelled().await;
        readiness.close();
    })
    .await
}

/// The server, used by production and tests. Without TLS, which only local mode allows, it accepts every caller. It sets
/// no deadline, because feeds stay open: callers send one (`grpc-timeout`), and statements have a timeout.
pub async fn serve_on(
    listener: TcpListener,
    routes: Routes,
    mode: Mode,
    tls: Option<&Tls>,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let routes = match mode {
        Mode::Local => routes.with_reflection()?,
        // Whoever reaches the port must not get a list of what to try.
        Mode::Production => routes.into_inner(),
    };
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_service_status("", tonic_health::ServingStatus::Serving).await;
    let mut server = Server::builder();
    if let Some(tls) = tls {
        server =
            server.tls_config(tls.server()).context("TLS_CERT_FILE, TLS_KEY_FILE or TLS_CA_FILE cannot be used")?;
    }
    server
        .http2_keepalive_interval(Some(Duration::from_secs(20)))
        .initial_connection_window_size(4 * 1024 * 1024)
        .initial_stream_window_size(1024 * 1024)
        .layer(ObserveLayer)
        .layer(CatchPanicLayer::custom(panic_response))
        .layer(FinishLayer)
        .layer(CallersLayer { is_enforced: tls.is_some() })
        .layer(PermissionLayer)
        .add_routes(routes.add_service(health_service))
        .serve_with_incoming_shutdown(TcpIncoming::from(listener).with_nodelay(Some(true)), async move {
            stop.await;
            health.set_service_status("", tonic_health::ServingStatus::NotServing).await;
        })
        .await?;
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "the layer passes it by value")]
/// Returns the response to a call whose handler panicked.
fn panic_response(panic: Box<dyn std::any::Any + Send>) -> http::Response<tonic::body::Body> {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let cause = anyhow::anyhow!("a call panicked: {}", text.unwrap_or("with a value that is not text"));
    tonic::Status::from(crate::Error::Internal(cause)).into_http()
}
