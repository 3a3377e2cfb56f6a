//! Large payments need the approval of two members of staff.

use chrono::{DateTime, Utc};
use serde::Deserialize;

/// In qəpik. From these amounts, two people must approve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoPeopleLimits {
    /// Applies to money and bonuses together.
    pub refund: i64,
    pub cashout: i64,
}

impl TwoPeopleLimits {
    pub const OFF: Self = Self { refund: i64::MAX, cashout: i64::MAX };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct FirstApproval {
    /// The operator's account.
    pub account: i64,
    pub at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// A second person must approve, too.
    First,
    Final,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamePerson;

/// A first approval keeps the rule even if the limit rose or the value fell since.
pub fn needs_two_people(value: i64, limit: i64, first: Option<&FirstApproval>) -> bool {
    value >= limit || first.is_some()
}

/// `person` is the operator's account.
pub fn approve(value: i64, limit: i64, first: Option<&FirstApproval>, person: i64) -> Result<Approval, SamePerson> {
    match first {
        Some(first) if first.account == person => Err(SamePerson),
        None if needs_two_people(value, limit, None) => Ok(Approval::First),
        Some(_) | None => Ok(Approval::Final),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_people_are_needed_from_the_limit_on() {
        // Operator 9 has approved first.
        let first = FirstApproval { account: 9, at: DateTime::UNIX_EPOCH };
        for (value, limit, first, person, expected) in [
            (49_999, 50_000, None, 9, Ok(Approval::Final)),
            (50_000, 50_000, None, 9, Ok(Approval::First)),
            (50_000, 50_000, Some(first), 9, Err(SamePerson)),
            (50_000, 50_000, Some(first), 10, Ok(Approval::Final)),
            (0, 0, None, 9, Ok(Approval::First)),
            (1, 50_000, Some(first), 9, Err(SamePerson)),
            (1, 50_000, Some(first), 10, Ok(Approval::Final)),
            (i64::MAX - 1, TwoPeopleLimits::OFF.refund, None, 9, Ok(Approval::Final)),
        ] {
            assert_eq!(approve(value, limit, first.as_ref(), person), expected, "{value} from {limit} by {person}");
        }
    }
}
