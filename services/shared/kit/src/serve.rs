//! Serves the gRPC methods of a process. A panic fails only its own call.

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
pub(crate) use observe::{code_name, status_of};
pub use permission::Requirement;
pub use routes::{Routes, RoutesBuilder};

use self::{callers::CallersLayer, permission::PermissionLayer};
use crate::{Process, config::Mode, tls::Tls};

pub async fn serve(process: &Process, routes: Routes, readiness: Readiness) -> anyhow::Result<()> {
    let config = &process.config;
    process.spawn("admin port", serve_admin(process.clone(), readiness.clone()));
    let tls = Tls::read(config)?;
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| anyhow::anyhow!("cannot listen on {}: {error}", config.listen))?;
    tracing::info!("{} serves on {}", process.name, listener.local_addr()?);
    readiness.open();
    let stop = process.stopping();
    let drained = async {
        stop.cancelled().await;
        tokio::time::sleep(config.drain).await;
    };
    let stopping = stop.clone().cancelled_owned();
    tokio::select! {
        served = serve_on(listener, routes, config.mode, tls.as_ref(), config.max_connection_age, stopping) => served,
        () = drained => {
            tracing::warn!("Drain time is over; closing connections with open calls");
            Ok(())
        }
    }
}

/// Without TLS, every caller is accepted. Callers send their own time limit (`grpc-timeout`), because streams stay
/// open.
pub async fn serve_on(
    listener: TcpListener,
    routes: Routes,
    mode: Mode,
    tls: Option<&Tls>,
    max_connection_age: Duration,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let routes = match mode {
        Mode::Local => routes.with_reflection()?,
        // Reflection would tell an attacker which methods exist.
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
        // An old connection takes no new calls; its open streams continue.
        .max_connection_age(max_connection_age)
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
fn panic_response(panic: Box<dyn std::any::Any + Send>) -> http::Response<tonic::body::Body> {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let cause = anyhow::anyhow!("a call panicked: {}", text.unwrap_or("with a value that is not text"));
    tonic::Status::from(crate::Error::Internal(cause)).into_http()
}
