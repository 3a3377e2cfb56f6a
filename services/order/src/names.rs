//! Names of this service's metrics, in addition to `kit::telemetry::names`.

/// Open findings of the auditor (gauge).
pub const AUDITOR_FINDINGS: &str = "order.auditor.findings";
/// When the latest finished run of the auditor ended, in seconds since 1970 (gauge).
pub const AUDITOR_FINISHED: &str = "order.auditor.finished";
/// Cash-outs that an operator has to resolve (gauge).
pub const CASHOUTS_STUCK: &str = "order.cashout.stuck";
