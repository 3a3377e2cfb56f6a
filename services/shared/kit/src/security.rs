//! Counts and logs requests that are refused for security, without personal data.

use chrono::TimeDelta;

use crate::{Error, telemetry::names};

/// A limit for a subject, such as an account or a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub name: &'static str,
    pub max: u32,
    /// 0 for a limit on what exists at one time.
    pub seconds: u32,
}

/// `reason` names the rule, never the person.
pub fn refused(reason: &'static str) {
    metrics::counter!(names::SECURITY_REFUSALS, "reason" => reason).increment(1);
    tracing::warn!(target: "security", reason, "Request refused");
}

impl Budget {
    pub fn refuse(&self) {
        refused(self.name);
    }

    pub fn refusal(&self, code: &'static str, wait: TimeDelta) -> Error {
        self.refuse();
        Error::OverBudget { code, retry_after: wait.to_std().unwrap_or_default() }
    }

    pub fn period(&self) -> TimeDelta {
        TimeDelta::seconds(self.seconds.into())
    }
}
