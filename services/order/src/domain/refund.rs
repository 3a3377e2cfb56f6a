//! Units that can be refunded, and their value: their share of what was paid for the line, in money and in bonuses.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{checkout::State, money, status::Status, two_people::FirstApproval};

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Refund {
    pub refund_id: i64,
    pub status: RefundStatus,
    pub reason: String,
    /// The part paid in money.
    pub goods: i64,
    /// The part paid in bonuses.
    pub bonus: i64,
    pub delivery_fee: i64,
    #[serde(rename = "way")]
    pub method: RefundMethod,
    pub answer: Option<String>,
    pub asked_at: DateTime<Utc>,
    pub first_approval: Option<FirstApproval>,
    pub decided_at: Option<DateTime<Utc>>,
    pub lines: Vec<Part>,
    pub ground: Ground,
    /// URLs.
    pub pictures: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Ground {
    /// Return exceptions apply.
    ChangedMind,
    /// Faulty, damaged or wrong goods.
    Faulty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RefundStatus {
    Requested,
    Approved,
    Refused,
    Paid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RefundMethod {
    /// To the card that paid.
    Card,
    Cash,
}

/// Units of a line, with their value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Part {
    pub line_id: i64,
    pub count: i64,
    pub amount: i64,
    pub bonus: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundableLine {
    pub line_id: i64,
    pub count: i64,
    /// In money, after the promo discount.
    pub paid: i64,
    /// Paid in bonuses.
    pub bonus: i64,
    /// Units of refunds that were not refused.
    pub claimed_count: i64,
    pub claimed_amount: i64,
    pub claimed_bonus: i64,
    /// Can be returned only when faulty.
    pub is_excepted: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    Everything,
    /// Each line once.
    Lines(Vec<WantedLine>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedLine {
    pub line_id: i64,
    pub count: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    UnknownLine,
    /// Fewer units are left.
    TooMany,
    NotReturnable,
}

/// `Everything` skips excepted lines, but naming one is an error.
pub fn returnable(lines: &[RefundableLine], wanted: &Wanted, ground: Ground) -> Result<Vec<RefundableLine>, Refused> {
    if ground == Ground::Faulty {
        return Ok(lines.to_vec());
    }
    let (excepted, others): (Vec<_>, Vec<_>) = lines.iter().copied().partition(|line| line.is_excepted);
    let has_left = |lines: &[RefundableLine]| lines.iter().any(|line| line.left() > 0);
    let is_refused = match wanted {
        Wanted::Everything => has_left(&excepted) && !has_left(&others),
        Wanted::Lines(named) => named.iter().any(|named| excepted.iter().any(|line| line.line_id == named.line_id)),
    };
    if is_refused { Err(Refused::NotReturnable) } else { Ok(others) }
}

pub fn claim(lines: &[RefundableLine], wanted: &Wanted) -> Result<Vec<Part>, Refused> {
    match wanted {
        Wanted::Everything => {
            let claimable = lines.iter().filter(|line| line.left() > 0);
            let parts: Vec<_> = claimable.map(|line| line.part(line.left())).collect();
            if parts.is_empty() { Err(Refused::TooMany) } else { Ok(parts) }
        }
        Wanted::Lines(named) => named.iter().map(|named| claim_line(lines, *named)).collect(),
    }
}

fn claim_line(lines: &[RefundableLine], wanted: WantedLine) -> Result<Part, Refused> {
    let line = lines.iter().find(|line| line.line_id == wanted.line_id).ok_or(Refused::UnknownLine)?;
    if wanted.count <= line.left() { Ok(line.part(wanted.count)) } else { Err(Refused::TooMany) }
}

/// Returns whether no unit is left after `parts`.
pub fn is_whole(lines: &[RefundableLine], parts: &[Part]) -> bool {
    let taken = |line: &RefundableLine| {
        parts.iter().filter(|part| part.line_id == line.line_id).map(|part| part.count).sum::<i64>()
    };
    lines.iter().all(|line| line.left() <= taken(line))
}

impl RefundableLine {
    fn left(&self) -> i64 {
        self.count - self.claimed_count
    }

    /// Values all units claimed so far, minus what was claimed before, so that the last units absorb the rounding.
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
    pub fn amount(&self) -> i64 {
        self.goods + self.delivery_fee
    }

    /// Money and bonuses together.
    pub fn value(&self) -> i64 {
        self.amount() + self.bonus
    }

    /// Identifies the refund at the bank, in the ledger, and at the catalog.
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
    pub fn of(state: &State) -> Self {
        if state.kept.is_some() { Self::Card } else { Self::Cash }
    }

    pub fn key(self) -> &'static str {
        self.into()
    }
}

pub fn is_allowed_in(state: &State) -> bool {
    state.status == Status::Delivered && state.payment.is_received() && state.refunded < state.total
}

#[cfg(test)]
mod tests;
