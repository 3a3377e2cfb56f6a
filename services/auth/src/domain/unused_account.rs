//! Carriers sell phone numbers again a few months after a contract ends.

use chrono::{DateTime, TimeDelta, Utc};

const UNUSED_AFTER: TimeDelta = TimeDelta::days(180);

/// Accounts last used before this time are unused.
pub fn unused_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - UNUSED_AFTER
}
