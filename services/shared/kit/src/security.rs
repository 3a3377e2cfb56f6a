//! Records requests that are refused for reasons of security: each refusal is counted in a metric and logged, without
//! personal data. Also defines [`Budget`], a limit whose excess is such a refusal.

use chrono::TimeDelta;

use crate::{Error, telemetry::names};

/// A limit per subject (such as an account or a network) and period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The value of the metric's label `reason`.
    pub name: &'static str,
    pub max: u32,
    /// The period in seconds, or 0 for a limit on what exists at one time.
    pub seconds: u32,
}

/// Counts and logs a refusal. `reason` names the rule, never the person.
pub fn refused(reason: &'static str) {
    metrics::counter!(names::SECURITY_REFUSALS, "reason" => reason).increment(1);
    tracing::warn!(target: "security", reason, "Request refused");
}

impl Budget {
    /// Counts and logs a refusal because this budget is used up.
    pub fn refuse(&self) {
        refused(self.name);
    }

    /// Records the refusal and returns its error. `wait` is the time until the budget allows something again.
    pub fn refusal(&self, code: &'static str, wait: TimeDelta) -> Error {
        self.refuse();
        Error::OverBudget { code, retry_after: wait.to_std().unwrap_or_default() }
    }

    pub fn period(&self) -> TimeDelta {
        TimeDelta::seconds(self.seconds.into())
    }
}
