//! Logs, metrics and traces. Spans contain no personal data.

pub mod http_client;
mod metrics_bridge;
pub mod names;
pub mod registry;
mod sql;
pub mod trace_context;

use std::{io::IsTerminal as _, path::Path, sync::OnceLock, time::Duration};

use anyhow::Context as _;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use opentelemetry_otlp::{LogExporter, MetricExporter, SpanExporter, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::{
    Resource, logs::SdkLoggerProvider, metrics::SdkMeterProvider, propagation::TraceContextPropagator,
    trace::SdkTracerProvider,
};
use tonic::transport::{Certificate, ClientTlsConfig};
use tracing_subscriber::{
    EnvFilter, Layer, Registry, filter::Targets, layer::SubscriberExt as _, registry::LookupSpan,
};

use crate::{BuildInfo, config::ProcessConfig};

/// Spans of calls to other programs. At the level DEBUG, they cost nothing without an exporter.
pub const CLIENT_SPANS: &str = "sovqat::client";

static PROMETHEUS: OnceLock<PrometheusHandle> = OnceLock::new();

/// In seconds.
const BUCKETS: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// Browsers call layout shifts up to 0.1 good and above 0.25 poor.
const SHIFT_BUCKETS: [f64; 7] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0];
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// All are `None` without an endpoint.
#[derive(Default)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
    metrics: Option<SdkMeterProvider>,
    logs: Option<SdkLoggerProvider>,
}

/// Call once per process.
pub fn init(service: &'static str, build: BuildInfo, config: &ProcessConfig) -> anyhow::Result<Telemetry> {
    opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
    let recorder = prometheus_recorder()?;
    let _ = PROMETHEUS.set(recorder.handle());
    let terminal = terminal_layer(config)?;

    let Some(endpoint) = config.otlp_endpoint.as_deref().filter(|endpoint| !endpoint.is_empty()) else {
        metrics::set_global_recorder(recorder).map_err(|error| anyhow::anyhow!("{error}"))?;
        tracing::subscriber::set_global_default(Registry::default().with(terminal))?;
        report_build(build);
        return Ok(Telemetry::default());
    };
    let tls = collector_tls(endpoint, config.otlp_ca_file.as_deref())?;
    let telemetry = Telemetry::export_to(service, build, endpoint, tls)?;
    let meter = telemetry.metrics.clone().context("a meter was just made")?;
    metrics::set_global_recorder(metrics_bridge::BothRecorders::new(recorder, &meter))
        .map_err(|error| anyhow::anyhow!("{error}"))?;
    let tracer = telemetry.traces.as_ref().context("a tracer was just made")?.tracer(service);
    let exported_targets = exported_targets();
    let subscriber = Registry::default()
        .with(terminal)
        .with(
            tracing_opentelemetry::layer()
                .with_tracer(tracer.clone())
                .with_location(false)
                .with_threads(false)
                .with_filter(exported_targets.clone().with_target(CLIENT_SPANS, tracing::Level::DEBUG)),
        )
        // This layer must also see our own spans, the parents of the statements' spans.
        .with(
            sql::StatementSpans::new(tracer)
                .with_filter(exported_targets.clone().with_target(sql::STATEMENTS, tracing::Level::DEBUG)),
        )
        .with(telemetry.logs.as_ref().map(|logs| OpenTelemetryTracingBridge::new(logs).with_filter(exported_targets)));
    tracing::subscriber::set_global_default(subscriber)?;
    report_build(build);
    Ok(telemetry)
}

fn prometheus_recorder() -> anyhow::Result<PrometheusRecorder> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("duration".to_owned()), &BUCKETS)?
        .set_buckets_for_metric(Matcher::Suffix("shift".to_owned()), &SHIFT_BUCKETS)?;
    Ok(builder.build_recorder())
}

/// Writes the log to the standard output: for people in local mode, as JSON otherwise.
fn terminal_layer(config: &ProcessConfig) -> anyhow::Result<Box<dyn Layer<Registry> + Send + Sync>> {
    let filter = EnvFilter::try_new(&config.log).with_context(|| format!("`{}` is not a log filter", config.log))?;
    if !config.is_local() {
        return Ok(json_lines().with_filter(filter).boxed());
    }
    let is_terminal = std::io::stdout().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_target(false).with_ansi(is_terminal);
    Ok(lines.with_filter(filter).boxed())
}

fn json_lines<S: tracing::Subscriber + for<'a> LookupSpan<'a>>() -> json_subscriber::fmt::Layer<S> {
    json_subscriber::fmt::layer().flatten_event(true).with_opentelemetry_ids(true)
}

fn report_build(build: BuildInfo) {
    metrics::gauge!(names::BUILD_INFO, "version" => build.version, "commit" => build.commit).set(1.0);
}

/// Exporting makes HTTP libraries log, which would be exported again.
fn exported_targets() -> Targets {
    let libraries = ["h2", "hyper", "tonic", "tower", "opentelemetry", "opentelemetry_sdk"];
    let only_errors = libraries.map(|target| (target, tracing::Level::ERROR));
    Targets::new().with_default(tracing::Level::INFO).with_targets(only_errors)
}

/// Trusts the system's authorities if there is no file.
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

fn instance_id() -> String {
    let host = std::env::var("HOSTNAME").ok();
    format!("{}-{}", host.as_deref().unwrap_or("localhost"), std::process::id())
}

/// Without it, measurements would pile up in memory until the next scrape.
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
    fn export_to(
        service: &'static str,
        build: BuildInfo,
        endpoint: &str,
        tls: ClientTlsConfig,
    ) -> anyhow::Result<Self> {
        let resource = Resource::builder()
            .with_service_name(format!("sovqat-{service}"))
            .with_attribute(KeyValue::new("service.namespace", "sovqat"))
            .with_attribute(KeyValue::new("service.version", build.to_string()))
            .with_attribute(KeyValue::new("service.instance.id", instance_id()))
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

    /// An unreachable collector must not delay a stop for long.
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

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_of_the_log_names_its_trace_and_span() {
        opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
        let lines = Lines::default();
        let writer = lines.clone();
        let tracer = SdkTracerProvider::builder().build().tracer("test");
        let subscriber = Registry::default()
            .with(json_lines().with_writer(move || writer.clone()))
            .with(tracing_opentelemetry::layer().with_tracer(tracer));
        let traceparent = tracing::subscriber::with_default(subscriber, || {
            let request = tracing::info_span!("request");
            let _entered = request.enter();
            tracing::info!(order = 7, "Order placed");
            trace_context::current().unwrap()
        });
        let line: serde_json::Value = serde_json::from_slice(&lines.0.lock().unwrap()).unwrap();
        let ids = &line["openTelemetry"];
        let [trace, span] = ["traceId", "spanId"].map(|id| ids[id].as_str().unwrap().to_owned());
        assert_eq!(traceparent, format!("00-{trace}-{span}-01"));
        assert_eq!((line["message"].as_str(), line["order"].as_i64()), (Some("Order placed"), Some(7)));
    }
}
