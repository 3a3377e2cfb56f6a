//! Forwards measurements of the `metrics` crate to Prometheus and to OTLP.

use std::sync::Arc;

use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};
use metrics_exporter_prometheus::PrometheusRecorder;
use opentelemetry::{
    KeyValue,
    metrics::{Meter, MeterProvider as _},
};
use opentelemetry_sdk::metrics::SdkMeterProvider;

pub struct BothRecorders {
    prometheus: PrometheusRecorder,
    meter: Meter,
}

impl BothRecorders {
    pub fn new(prometheus: PrometheusRecorder, provider: &SdkMeterProvider) -> Self {
        Self { prometheus, meter: provider.meter("sovqat") }
    }
}

fn labels(key: &Key) -> Vec<KeyValue> {
    key.labels().map(|label| KeyValue::new(label.key().to_owned(), label.value().to_owned())).collect()
}

impl Recorder for BothRecorders {
    fn describe_counter(&self, key: KeyName, unit: Option<Unit>, description: SharedString) {
        self.prometheus.describe_counter(key, unit, description);
    }

    fn describe_gauge(&self, key: KeyName, unit: Option<Unit>, description: SharedString) {
        self.prometheus.describe_gauge(key, unit, description);
    }

    fn describe_histogram(&self, key: KeyName, unit: Option<Unit>, description: SharedString) {
        self.prometheus.describe_histogram(key, unit, description);
    }

    fn register_counter(&self, key: &Key, metadata: &Metadata<'_>) -> Counter {
        let instrument = self.meter.u64_counter(key.name().to_owned()).build();
        let prometheus = self.prometheus.register_counter(key, metadata);
        Counter::from_arc(Arc::new(CounterPair { prometheus, instrument, labels: labels(key) }))
    }

    fn register_gauge(&self, key: &Key, metadata: &Metadata<'_>) -> Gauge {
        let instrument = self.meter.f64_gauge(key.name().to_owned()).build();
        let prometheus = self.prometheus.register_gauge(key, metadata);
        Gauge::from_arc(Arc::new(GaugePair { prometheus, instrument, labels: labels(key) }))
    }

    fn register_histogram(&self, key: &Key, metadata: &Metadata<'_>) -> Histogram {
        let instrument = self.meter.f64_histogram(key.name().to_owned()).with_unit("s").build();
        let prometheus = self.prometheus.register_histogram(key, metadata);
        Histogram::from_arc(Arc::new(HistogramPair { prometheus, instrument, labels: labels(key) }))
    }
}

struct CounterPair {
    prometheus: Counter,
    instrument: opentelemetry::metrics::Counter<u64>,
    labels: Vec<KeyValue>,
}

impl CounterFn for CounterPair {
    fn increment(&self, value: u64) {
        self.prometheus.increment(value);
        self.instrument.add(value, &self.labels);
    }

    /// Only in Prometheus: counters of OTLP cannot be set.
    fn absolute(&self, value: u64) {
        self.prometheus.absolute(value);
    }
}

struct GaugePair {
    prometheus: Gauge,
    instrument: opentelemetry::metrics::Gauge<f64>,
    labels: Vec<KeyValue>,
}

impl GaugeFn for GaugePair {
    fn increment(&self, value: f64) {
        self.prometheus.increment(value);
    }

    fn decrement(&self, value: f64) {
        self.prometheus.decrement(value);
    }

    fn set(&self, value: f64) {
        self.prometheus.set(value);
        self.instrument.record(value, &self.labels);
    }
}

struct HistogramPair {
    prometheus: Histogram,
    instrument: opentelemetry::metrics::Histogram<f64>,
    labels: Vec<KeyValue>,
}

impl HistogramFn for HistogramPair {
    fn record(&self, value: f64) {
        self.prometheus.record(value);
        self.instrument.record(value, &self.labels);
    }
}
