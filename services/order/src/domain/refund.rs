//! Finds units that can be refunded, and their value.
//!
//! A unit is worth its share of the amount that was paid for the line. All units together are worth exactly this
//! amount. Money is refunded as money, bonuses as bonuses. The delivery fee is refunded with the last units of the
//! order.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{checkout::State, money, status::Status, two_people::FirstApproval};

/// A request to refund units of an order, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Refund {
    pub refund_id: i64,
    pub status: RefundStatus,
    /// The shopper's words.
    pub reason: String,
    /// The value of its lines in money.
    pub goods: i64,
    /// The value of its lines in bonuses.
    pub bonus: i64,
    pub delivery_fee: i64,
    #[serde(rename = "way")]
    pub method: RefundMethod,
    /// The operator's words.
    pub answer: Option<String>,
    pub asked_at: DateTime<Utc>,
    /// The first of two approvals.
    pub first_approval: Option<FirstApproval>,
    pub decided_at: Option<DateTime<Utc>>,
    pub lines: Vec<Part>,
    pub ground: Ground,
    /// Addresses of attached pictures.
    pub pictures: Vec<String>,
}

/// Why the goods come back. It decides which goods can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Ground {
    /// Accepted within the return period, except for return exceptions.
    ChangedMind,
    /// The goods are faulty, damaged, or not the ordered ones. This ground is accepted for all goods.
    Faulty,
}

/// How far a refund has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RefundStatus {
    Requested,
    Approved,
    Refused,
    /// The money was returned.
    Paid,
}

/// How the money is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RefundMethod {
    /// Money returns to the card that paid.
    Card,
    Cash,
}

/// Units of a line, with their value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Part {
    pub line_id: i64,
    pub count: i64,
    /// The value in money.
    pub amount: i64,
    /// The value in bonuses.
    pub bonus: i64,
}

/// A line with the units that were claimed or refunded already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundableLine {
    pub line_id: i64,
    pub count: i64,
    /// The money paid, after the promo discount.
    pub paid: i64,
    /// The bonuses paid.
    pub bonus: i64,
    pub claimed_count: i64,
    pub claimed_amount: i64,
    pub claimed_bonus: i64,
    /// Whether it can be returned only when faulty.
    pub is_excepted: bool,
}

/// The units to be refunded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    Everything,
    /// Line ids and counts, each line once.
    Lines(Vec<(i64, i64)>),
}

/// Why units cannot be refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The line is not in this order.
    UnknownLine,
    /// Fewer units are left.
    TooMany,
    /// These goods are returned only when faulty.
    NotReturnable,
}

/// Returns the lines that can be returned on this ground. It is an error to name a line that is excepted from returns.
/// `Everything` skips such lines.
pub fn returnable(lines: &[RefundableLine], wanted: &Wanted, ground: Ground) -> Result<Vec<RefundableLine>, Refused> {
    if ground == Ground::Faulty {
        return Ok(lines.to_vec());
    }
    let (excepted, others): (Vec<_>, Vec<_>) = lines.iter().copied().partition(|line| line.is_excepted);
    let has_left = |lines: &[RefundableLine]| lines.iter().any(|line| line.left() > 0);
    let is_refused = match wanted {
        Wanted::Everything => has_left(&excepted) && !has_left(&others),
        Wanted::Lines(named) => named.iter().any(|(line_id, _)| excepted.iter().any(|line| line.line_id == *line_id)),
    };
    if is_refused { Err(Refused::NotReturnable) } else { Ok(others) }
}

/// Returns the wanted units with their values.
pub fn claim(lines: &[RefundableLine], wanted: &Wanted) -> Result<Vec<Part>, Refused> {
    match wanted {
        Wanted::Everything => {
            let claimable = lines.iter().filter(|line| line.left() > 0);
            let parts: Vec<_> = claimable.map(|line| line.part(line.left())).collect();
            if parts.is_empty() { Err(Refused::TooMany) } else { Ok(parts) }
        }
        Wanted::Lines(wanted) => wanted.iter().map(|(line_id, count)| claim_of(lines, *line_id, *count)).collect(),
    }
}

/// Returns units of one line with their value.
fn claim_of(lines: &[RefundableLine], line_id: i64, count: i64) -> Result<Part, Refused> {
    let line = lines.iter().find(|line| line.line_id == line_id).ok_or(Refused::UnknownLine)?;
    if count <= line.left() { Ok(line.part(count)) } else { Err(Refused::TooMany) }
}

/// Returns whether no unit is left after `parts`.
pub fn is_whole(lines: &[RefundableLine], parts: &[Part]) -> bool {
    let taken = |line: &RefundableLine| {
        parts.iter().filter(|part| part.line_id == line.line_id).map(|part| part.count).sum::<i64>()
    };
    lines.iter().all(|line| line.left() <= taken(line))
}

impl RefundableLine {
    /// Returns the units that can still be claimed.
    fn left(&self) -> i64 {
        self.count - self.claimed_count
    }

    /// Values units as the share of all units claimed so far, minus the share of the units claimed before. So the last
    /// units absorb the rounding.
    fn part(&self, count: i64) -> Part {
        let value =
            |paid: i64, claimed: i64| (money::share(paid, self.claimed_count + count, self.count) - claimed).max(0);
        Part {
            line_id: self.line_id,
            count,
            amount: value(self.paid, self.claimed_amount),
            bonus: value(self.bonus, self.claimed_bonus),
        }
    }
}

impl Refund {
    /// Returns the money to refund.
    pub fn amount(&self) -> i64 {
        self.goods + self.delivery_fee
    }

    /// Returns money and bonuses together.
    pub fn value(&self) -> i64 {
        self.amount() + self.bonus
    }

    /// Identifies the refund at the bank, in the ledger, and at the stock.
    pub fn key(&self) -> String {
        format!("refund-{}", self.refund_id)
    }
}

impl RefundStatus {
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

impl Ground {
    pub const ALL: [Self; 2] = [Self::ChangedMind, Self::Faulty];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

impl RefundMethod {
    /// Money is returned the way it came.
    pub fn of(state: &State) -> Self {
        if state.kept.is_some() { Self::Card } else { Self::Cash }
    }

    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// Returns whether the order is delivered and paid, and not fully refunded.
pub fn is_allowed_in(state: &State) -> bool {
    state.status == Status::Delivered && state.payment.is_received() && state.refunded < state.total
}

#[cfg(test)]
mod tests;
