//! Types of the registry of metrics and spans. Each crate declares its own with [`metrics!`](crate::metrics) and
//! [`spans!`](crate::spans), which define the constants for the call sites and a table of all of them.
//! `tests/telemetry.rs` writes `docs/TELEMETRY.md` from the tables and compares them with the code.

/// How the values of a metric are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number that only grows while a process lives.
    Counter,
    /// A number at one time.
    Gauge,
    /// The number of values in each range.
    Histogram,
}

impl Kind {
    pub const fn key(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// The unit of a metric's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Seconds,
    /// Seconds since 1970.
    UnixSeconds,
    /// 1 for yes, 0 for no.
    Flag,
    /// A number of what the name says.
    Count,
    /// A ratio without a unit, such as a layout shift.
    Ratio,
}

impl Unit {
    pub const fn key(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::UnixSeconds => "s since 1970",
            Self::Flag => "0 or 1",
            Self::Count => "count",
            Self::Ratio => "ratio",
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// The name of the constant, which the code uses.
    pub constant: &'static str,
    /// The name in OTLP.
    pub name: &'static str,
    pub kind: Kind,
    pub unit: Unit,
    pub labels: &'static [&'static str],
    /// The crate that records it.
    pub owner: &'static str,
    /// The meaning of the metric, in one sentence or a few.
    pub help: &'static str,
}

impl Metric {
    /// Returns the name in Prometheus.
    pub fn prometheus(&self) -> String {
        self.name.replace('.', "_")
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub constant: &'static str,
    pub name: &'static str,
    pub owner: &'static str,
    pub help: &'static str,
}

/// Declares metrics: a constant with the name for each, and the table `METRICS`. The doc comment is the help text.
#[macro_export]
macro_rules! metrics {
    ($(
        $(#[doc = $help:literal])+
        $constant:ident: $kind:ident = $name:literal, $unit:ident, [$($label:literal),*], $owner:literal;
    )+) => {
        $($(#[doc = $help])+ pub const $constant: &str = $name;)+

        pub const METRICS: &[$crate::telemetry::registry::Metric] = &[$($crate::telemetry::registry::Metric {
            constant: stringify!($constant),
            name: $name,
            kind: $crate::telemetry::registry::Kind::$kind,
            unit: $crate::telemetry::registry::Unit::$unit,
            labels: &[$($label),*],
            owner: $owner,
            help: concat!($($help),+),
        }),+];
    };
}

/// Declares spans: a constant with the name for each, and the table `SPANS`. The doc comment is the help text.
#[macro_export]
macro_rules! spans {
    ($($(#[doc = $help:literal])+ $constant:ident = $name:literal, $owner:literal;)+) => {
        $($(#[doc = $help])+ pub const $constant: &str = $name;)+

        pub const SPANS: &[$crate::telemetry::registry::Span] = &[$($crate::telemetry::registry::Span {
            constant: stringify!($constant),
            name: $name,
            owner: $owner,
            help: concat!($($help),+),
        }),+];
    };
}
