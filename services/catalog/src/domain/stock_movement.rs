//! Rules for stock movements, which record every change of a stock.

use chrono::{DateTime, Utc};

use super::stock::Item;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Received,
    Counted,
    Damaged,
    Returned,
    Sold,
    Imported,
}

impl Kind {
    /// As in the check constraint.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    Received(i64),
    Damaged(i64),
    /// Brought back by a customer, without a refund by the order service.
    Returned(i64),
    /// If `at` is `None`, it was counted just now.
    Counted {
        count: i64,
        at: Option<DateTime<Utc>>,
    },
}

impl Report {
    pub fn kind(self) -> Kind {
        match self {
            Self::Received(_) => Kind::Received,
            Self::Damaged(_) => Kind::Damaged,
            Self::Returned(_) => Kind::Returned,
            Self::Counted { .. } => Kind::Counted,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMovement {
    pub item: Item,
    pub report: Report,
    pub note: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    pub stock: i64,
    pub reserved: i64,
}

/// Fewer units would be left than are reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BelowReserved;

impl Level {
    /// Returns the units to add. `moved_since` is the sum of movements since the time of a count.
    pub fn change_by(self, report: Report, moved_since: i64) -> Result<i64, BelowReserved> {
        let change = match report {
            Report::Received(count) | Report::Returned(count) => count,
            Report::Damaged(count) => -count,
            Report::Counted { count, .. } => count + moved_since - self.stock,
        };
        if self.stock + change < self.reserved { Err(BelowReserved) } else { Ok(change) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_by_adds_movements_since_a_count() {
        let level = Level { stock: 7, reserved: 2 };
        let counted = |count| Report::Counted { count, at: None };
        // Ten were counted, three were sold since: seven must be there.
        assert_eq!(level.change_by(counted(10), -3), Ok(0));
        assert_eq!(level.change_by(counted(9), -3), Ok(-1));
        assert_eq!(level.change_by(counted(5), -3), Ok(-5));
        assert_eq!(level.change_by(counted(4), -3), Err(BelowReserved));
    }

    #[test]
    fn change_by_refuses_to_remove_reserved_units() {
        let level = Level { stock: 7, reserved: 2 };
        assert_eq!(level.change_by(Report::Received(3), 0), Ok(3));
        assert_eq!(level.change_by(Report::Returned(1), 0), Ok(1));
        assert_eq!(level.change_by(Report::Damaged(5), 0), Ok(-5));
        assert_eq!(level.change_by(Report::Damaged(6), 0), Err(BelowReserved));
    }
}
