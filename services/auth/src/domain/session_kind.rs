//! Defines the two kinds of sessions, of customers and of staff, and how long each lasts.

use chrono::TimeDelta;

use super::refresh::Limits;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    Customer,
    /// Opened with a second factor. Only its access tokens contain roles.
    Staff,
}

/// How long a staff session may be unused before it ends. The limit is longer than most pauses at work, and short
/// because a stranger could use an unattended browser.
const STAFF_IDLE: TimeDelta = TimeDelta::minutes(60);
/// Maximum lifetime of a staff session: one working day, so that each day begins with a second factor.
const STAFF_ABSOLUTE: TimeDelta = TimeDelta::hours(12);

impl SessionKind {
    /// Returns the value stored in the database.
    pub fn key(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
        }
    }

    /// Returns the limits of this kind of session. `customer` are the configured limits of customer sessions.
    pub fn limits(self, customer: Limits) -> Limits {
        match self {
            Self::Customer => customer,
            Self::Staff => Limits { idle: STAFF_IDLE, absolute: STAFF_ABSOLUTE, ..customer },
        }
    }
}
