//! Types of metrics and spans. `tests/telemetry` writes `docs/TELEMETRY.md` from them.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Counter,
    Gauge,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Seconds,
    UnixSeconds,
    /// 1 for yes, 0 for no.
    Flag,
    Count,
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
    /// The name in the code.
    pub constant: &'static str,
    /// The name in OTLP.
    pub name: &'static str,
    pub kind: Kind,
    pub unit: Unit,
    pub labels: &'static [&'static str],
    /// The crate that records it.
    pub owner: &'static str,
    pub help: &'static str,
}

impl Metric {
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

/// Declares constants and the table `METRICS`. The doc comment is the help text.
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
