//! What of an order can be asked back, and how much that is.
//!
//! A unit of a line is worth its part of what was paid for the line, the promo code's share taken off; units that do not
//! divide evenly are rounded so that all of them together are worth exactly what was paid. Money goes back as money and bonuses
//! as bonuses, each by the same rule. The delivery is paid back with what makes the order whole.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{checkout::State, money, status::Status};

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Refund {
    pub refund_id: i64,
    pub status: Standing,
    pub reason: String,
    /// What its lines come to in money.
    pub goods: i64,
    /// What its lines come to in bonuses.
    pub bonus: i64,
    pub delivery_fee: i64,
    pub way: Way,
    pub answer: Option<String>,
    pub asked_at: DateTime<Utc>,
    pub decided_at: Option<DateTime<Utc>>,
    pub lines: Vec<Part>,
    pub ground: Ground,
    /// Addresses of pictures that the shopper shows.
    pub pictures: Vec<String>,
}

/// Why goods are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Ground {
    /// The goods have no fault. Accepted within the return period, and not for goods with a return exception.
    ChangedMind,
    /// Faulty, damaged, or not what was ordered. Accepted for all goods.
    Faulty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Standing {
    Requested,
    Approved,
    Refused,
    /// The money is back.
    Paid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Way {
    /// To the card it was paid with.
    Card,
    /// From hand to hand.
    Cash,
}

/// So many of a line, and what they are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Part {
    pub line_id: i64,
    pub count: i64,
    /// In money.
    pub amount: i64,
    /// In bonuses.
    pub bonus: i64,
}

/// A line of an order, and what of it is asked back or was given back already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub line_id: i64,
    pub count: i64,
    /// In money for all of it, the promo code's share taken off.
    pub paid: i64,
    /// In bonuses for all of it.
    pub bonus: i64,
    pub claimed_count: i64,
    pub claimed_amount: i64,
    pub claimed_bonus: i64,
    /// Has a return exception: it goes back only when it is faulty.
    pub is_excepted: bool,
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// All that is left.
    Everything,
    /// So many of these lines, each named once.
    Lines(Vec<(i64, i64)>),
}

/// Why it cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It is no line of this order.
    UnknownLine,
    /// There are not as many left.
    TooMany,
    /// Its goods cannot be returned unless they are faulty.
    NotReturnable,
}

/// Returns the lines that can be claimed on this ground. Naming a line that cannot is refused; "everything" leaves it out.
pub fn returnable(lines: &[Line], wanted: &Wanted, ground: Ground) -> Result<Vec<Line>, Refused> {
    if ground == Ground::Faulty {
        return Ok(lines.to_vec());
    }
    let (excepted, others): (Vec<_>, Vec<_>) = lines.iter().copied().partition(|line| line.is_excepted);
    let has_left = |lines: &[Line]| lines.iter().any(|line| line.left() > 0);
    let is_refused = match wanted {
        Wanted::Everything => has_left(&excepted) && !has_left(&others),
        Wanted::Lines(named) => named.iter().any(|(line_id, _)| excepted.iter().any(|line| line.line_id == *line_id)),
    };
    if is_refused { Err(Refused::NotReturnable) } else { Ok(others) }
}

/// What `wanted` is worth.
pub fn claim(lines: &[Line], wanted: &Wanted) -> Result<Vec<Part>, Refused> {
    match wanted {
        Wanted::Everything => {
            let left = lines.iter().filter(|line| line.left() > 0);
            let parts: Vec<_> = left.map(|line| line.worth(line.left())).collect();
            if parts.is_empty() { Err(Refused::TooMany) } else { Ok(parts) }
        }
        Wanted::Lines(wanted) => wanted.iter().map(|(line_id, count)| claim_of(lines, *line_id, *count)).collect(),
    }
}

fn claim_of(lines: &[Line], line_id: i64, count: i64) -> Result<Part, Refused> {
    let line = lines.iter().find(|line| line.line_id == line_id).ok_or(Refused::UnknownLine)?;
    if count <= line.left() { Ok(line.worth(count)) } else { Err(Refused::TooMany) }
}

/// Whether nothing of the order is left when `parts` are taken as well.
pub fn is_whole(lines: &[Line], parts: &[Part]) -> bool {
    let of = |line: &Line| parts.iter().filter(|part| part.line_id == line.line_id).map(|part| part.count).sum::<i64>();
    lines.iter().all(|line| line.left() <= of(line))
}

impl Line {
    fn left(&self) -> i64 {
        self.count - self.claimed_count
    }

    /// Returns what `count` more units are worth: the share of all units claimed then, less what is claimed already. The last
    /// units make up for parts that other refunds were rounded to.
    fn worth(&self, count: i64) -> Part {
        let left =
            |paid: i64, claimed: i64| (money::share(paid, self.claimed_count + count, self.count) - claimed).max(0);
        Part {
            line_id: self.line_id,
            count,
            amount: left(self.paid, self.claimed_amount),
            bonus: left(self.bonus, self.claimed_bonus),
        }
    }
}

impl Refund {
    /// In money.
    pub fn amount(&self) -> i64 {
        self.goods + self.delivery_fee
    }

    /// Names its money with the bank and in the ledger, and its goods with the stock.
    pub fn key(&self) -> String {
        format!("refund-{}", self.refund_id)
    }
}

impl Standing {
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

impl Way {
    /// Money goes back the way it came.
    pub fn of(state: &State) -> Self {
        if state.kept.is_some() { Self::Card } else { Self::Cash }
    }

    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// What has arrived and was paid for can be asked back.
pub fn is_open(state: &State) -> bool {
    state.status == Status::Delivered && state.payment.came_in() && state.refunded < state.total
}

#[cfg(test)]
mod tests;
