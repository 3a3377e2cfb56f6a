//! Accounts unused for so long that their phone number may belong to somebody else: carriers sell numbers again a few
//! months after a contract ends.

use chrono::{DateTime, TimeDelta, Utc};

const UNUSED_AFTER: TimeDelta = TimeDelta::days(180);

/// Returns a time. Accounts that were last used before it count as unused.
pub fn unused_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - UNUSED_AFTER
}
