use chrono::TimeDelta;

use super::refresh::Limits;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    Customer,
    /// Opened with a second factor. Only its access tokens contain roles.
    Staff,
}

/// Short, because a stranger could use an unattended browser.
const STAFF_IDLE: TimeDelta = TimeDelta::minutes(60);
/// One working day.
const STAFF_ABSOLUTE: TimeDelta = TimeDelta::hours(12);

impl SessionKind {
    pub fn key(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
        }
    }

    /// Returns the limits of this kind. `customer` are the configured ones.
    pub fn limits(self, customer: Limits) -> Limits {
        match self {
            Self::Customer => customer,
            Self::Staff => Limits { idle: STAFF_IDLE, absolute: STAFF_ABSOLUTE, ..customer },
        }
    }
}
