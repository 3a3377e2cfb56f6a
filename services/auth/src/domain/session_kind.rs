//! The two kinds of sessions.

use chrono::TimeDelta;

use super::refresh::Limits;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    Customer,
    /// Opened with a second factor. Only its access tokens contain roles.
    Staff,
}

/// How long a staff session may be unused before it ends. It limits the time in which a stranger can use an unattended
/// browser. Pauses at work are shorter.
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

    /// Returns this kind's limits. `customer` are the configured ones.
    pub fn limits(self, customer: Limits) -> Limits {
        match self {
            Self::Customer => customer,
            Self::Staff => Limits { idle: STAFF_IDLE, absolute: STAFF_ABSOLUTE, ..customer },
        }
    }
}
