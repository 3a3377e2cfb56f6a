//! Defines when an account counts as unused: nobody has used it for so long that its phone number may belong to
//! somebody else. Carriers sell numbers again a few months after a contract ends.

use chrono::{DateTime, TimeDelta, Utc};

/// How long after its last use an account counts as unused.
const UNUSED_AFTER: TimeDelta = TimeDelta::days(180);

/// Returns the time before which an unused account was last used.
pub fn unused_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - UNUSED_AFTER
}
