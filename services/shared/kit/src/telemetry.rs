//! Sets up OpenTelemetry. Logs go to the terminal. Traces, metrics and logs are exported by OTLP if an endpoint is
//! configured, and Prometheus can always scrape the admin port. Spans contain no personal data: only methods,
//! statements without their parameters, and status codes.

mod metrics_bridge;
pub mod names;
mod sql;
pub mod trace_context;

use std::{io::IsTerminal as _, path::Path, sync::OnceLock, time::Duration};

use anyhow::Context as _;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use opentelemetry_otlp::{LogExporter, MetricExporter, SpanExporter, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::{
    Resource, logs::SdkLoggerProvider, metrics::SdkMeterProvider, propagation::TraceContextPropagator,
    trace::SdkTracerProvider,
};
use tonic::transport::{Certificate, ClientTlsConfig};
use tracing_subscriber::{EnvFilter, Layer as _, Registry, filter::Targets, layer::SubscriberExt as _};

use crate::config::ProcessConfig;

static PROMETHEUS: OnceLock<PrometheusHandle> = OnceLock::new();

/// Upper bounds of the histogram buckets in seconds; finer below 50 ms, because most calls are faster than that.
const BUCKETS: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// How long a stop may wait for the last export.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

#[derive(Default)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
    metrics: Option<SdkMeterProvider>,
    logs: Option<SdkLoggerProvider>,
}

/// Installs logging and metrics, and tracing if there is an endpoint. Call once per process.
pub fn init(service: &'static str, config: &ProcessConfig) -> anyhow::Result<Telemetry> {
    opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("duration".to_owned()), &BUCKETS)?
        .build_recorder();
    let _ = PROMETHEUS.set(recorder.handle());

    let filter = EnvFilter::try_new(&config.log).with_context(|| format!("`{}` is not a log filter", config.log))?;
    let terminal = if config.is_local() {
        tracing_subscriber::fmt::layer()
            .with_target(false)
            .with_ansi(std::io::stdout().is_terminal())
            .with_filter(filter)
            .boxed()
    } else {
        tracing_subscriber::fmt::layer().json().flatten_event(true).with_filter(filter).boxed()
    };

    let Some(endpoint) = config.otlp_endpoint.as_deref().filter(|endpoint| !endpoint.is_empty()) else {
        metrics::set_global_recorder(recorder).map_err(|error| anyhow::anyhow!("{error}"))?;
        tracing::subscriber::set_global_default(Registry::default().with(terminal))?;
        return Ok(Telemetry::default());
    };
    let telemetry = Telemetry::export_to(service, endpoint, collector_tls(endpoint, config.otlp_ca_file.as_deref())?)?;
    let meter = telemetry.metrics.clone().context("a meter was just made")?;
    metrics::set_global_recorder(metrics_bridge::BothRecorders::new(recorder, &meter))
        .map_err(|error| anyhow::anyhow!("{error}"))?;
    let tracer = telemetry.traces.as_ref().context("a tracer was just made")?.tracer(service);
    // Excludes the spans and logs of HTTP libraries: there are too many, and those of the exporter would cause further
    // exports without end.
    let exported_targets =
        Targets::new().with_default(tracing::Level::INFO).with_target("h2", tracing::Level::ERROR).with_targets(
            ["hyper", "tonic", "tower", "opentelemetry", "opentelemetry_sdk"]
                .map(|target| (target, tracing::Level::ERROR)),
        );
    let subscriber = Registry::default()
        .with(terminal)
        .with(
            tracing_opentelemetry::layer()
                .with_tracer(tracer.clone())
                .with_location(false)
                .with_threads(false)
                .with_filter(exported_targets.clone()),
        )
        // This layer must also see our own spans, because they are the parents of the statements' spans.
        .with(
            sql::StatementSpans::new(tracer)
                .with_filter(exported_targets.clone().with_target(sql::STATEMENTS, tracing::Level::DEBUG)),
        )
        .with(telemetry.logs.as_ref().map(|logs| OpenTelemetryTracingBridge::new(logs).with_filter(exported_targets)));
    tracing::subscriber::set_global_default(subscriber)?;
    Ok(telemetry)
}

/// Returns the authorities to trust at an https:// endpoint: the one in the file, or else those of the system.
fn collector_tls(endpoint: &str, authority: Option<&Path>) -> anyhow::Result<ClientTlsConfig> {
    let tls = ClientTlsConfig::new();
    match authority.filter(|path| !path.as_os_str().is_empty()) {
        _ if !endpoint.starts_with("https://") => Ok(tls),
        None => Ok(tls.with_enabled_roots()),
        Some(path) => {
            let authority = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(tls.ca_certificate(Certificate::from_pem(authority)))
        }
    }
}

/// Moves measurements into their buckets regularly; otherwise they pile up in memory until the next scrape.
pub async fn run_metrics_upkeep() {
    loop {
        tokio::time::sleep(UPKEEP_INTERVAL).await;
        if let Some(prometheus) = PROMETHEUS.get() {
            prometheus.run_upkeep();
        }
    }
}

pub fn prometheus() -> String {
    PROMETHEUS.get().map(PrometheusHandle::render).unwrap_or_default()
}

impl Telemetry {
    fn export_to(service: &'static str, endpoint: &str, tls: ClientTlsConfig) -> anyhow::Result<Self> {
        let resource = Resource::builder()
            .with_service_name(format!("sovqat-{service}"))
            .with_attribute(KeyValue::new("service.namespace", "sovqat"))
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let spans =
            SpanExporter::builder().with_tonic().with_endpoint(endpoint).with_tls_config(tls.clone()).build()?;
        let measurements =
            MetricExporter::builder().with_tonic().with_endpoint(endpoint).with_tls_config(tls.clone()).build()?;
        let records = LogExporter::builder().with_tonic().with_endpoint(endpoint).with_tls_config(tls).build()?;
        Ok(Self {
            traces: Some(
                SdkTracerProvider::builder().with_resource(resource.clone()).with_batch_exporter(spans).build(),
            ),
            metrics: Some(
                SdkMeterProvider::builder()
                    .with_resource(resource.clone())
                    .with_periodic_exporter(measurements)
                    .build(),
            ),
            logs: Some(SdkLoggerProvider::builder().with_resource(resource).with_batch_exporter(records).build()),
        })
    }

    /// Exports what is still buffered, in bounded time: an unreachable collector must not delay a stop.
    pub async fn flush(self) {
        let flushed = tokio::task::spawn_blocking(move || {
            if let Some(traces) = self.traces {
                let _ = traces.shutdown_with_timeout(FLUSH_TIMEOUT);
            }
            if let Some(metrics) = self.metrics {
                let _ = metrics.shutdown_with_timeout(FLUSH_TIMEOUT);
            }
            if let Some(logs) = self.logs {
                let _ = logs.shutdown_with_timeout(FLUSH_TIMEOUT);
            }
        });
        let _ = tokio::time::timeout(FLUSH_TIMEOUT, flushed).await;
    }
}
