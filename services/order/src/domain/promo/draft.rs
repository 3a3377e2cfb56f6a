//! Checks a promo code from an operator, and reports every broken rule.

use chrono::{DateTime, Utc};
use kit::input::Checks;

use super::{Benefit, Code, Rules, Scope};

/// In qəpik. A higher amount is a typing mistake.
const MAX_MONEY: i64 = 100_000_000;
const MAX_USES: i64 = 1_000_000_000;
/// The maximum number of categories, and of stores.
const MAX_IDS: usize = 200;

/// A field that was not sent is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    pub code: Option<String>,
    pub kind: Option<Kind>,
    pub value: Option<i64>,
    pub at_most: Option<i64>,
    pub minimum: Option<i64>,
    pub is_for_reduced: Option<bool>,
    pub categories: Option<Vec<i64>>,
    pub stores: Option<Vec<i64>>,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub total_limit: Option<i64>,
    pub user_limit: Option<i64>,
}

/// The kind of a [`Benefit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Percent,
    Fixed,
    FreeDelivery,
}

impl Draft {
    /// Returns the folded code and the rules.
    pub fn check(self, checks: &mut Checks) -> Option<(Code, Rules)> {
        let code = checks.take("code", check_code(self.code.as_deref()));
        let kind = checks.take("kind", self.kind.ok_or("required"));
        let value = kind.and_then(|kind| checks.take("value", check_value(kind, self.value)));
        let at_most = kind.and_then(|kind| checks.take("atMost", check_at_most(kind, self.at_most)));
        let minimum = checks.take("minimum", required(self.minimum, 0..=MAX_MONEY));
        let is_for_reduced = checks.take("isForReduced", self.is_for_reduced.ok_or("required"));
        let categories = checks.take("categoryIds", check_ids(self.categories));
        let stores = checks.take("storeIds", check_ids(self.stores));
        let period = checks.take("endsAt", check_period(self.starts_at, self.ends_at));
        let total_limit = checks.take("totalLimit", optional(self.total_limit, 1..=MAX_USES));
        let user_limit = checks.take("userLimit", optional(self.user_limit, 1..=MAX_USES));
        let (displayed, folded) = code?;
        let rules = Rules {
            code: displayed,
            benefit: to_benefit(kind?, value?, at_most?)?,
            minimum: minimum?,
            is_for_reduced: is_for_reduced?,
            scope: Scope { categories: categories?, stores: stores? },
            starts_at: self.starts_at,
            ends_at: period.map(|()| self.ends_at)?,
            total_limit: total_limit?,
            user_limit: user_limit?,
        };
        Some((folded, rules))
    }
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Percent, Self::Fixed, Self::FreeDelivery];
}

/// Returns the code as displayed, and folded.
fn check_code(raw: Option<&str>) -> Result<(String, Code), &'static str> {
    let displayed = raw.map(str::trim).filter(|raw| !raw.is_empty()).ok_or("required")?;
    if !displayed.chars().all(|letter| letter.is_alphanumeric() || letter == '-') {
        return Err("invalid_characters");
    }
    Ok((displayed.to_owned(), Code::parse(displayed)?))
}

fn check_value(kind: Kind, raw: Option<i64>) -> Result<Option<i64>, &'static str> {
    match kind {
        Kind::Percent => required(raw, 1..=100).map(Some),
        Kind::Fixed => required(raw, 1..=MAX_MONEY).map(Some),
        Kind::FreeDelivery => empty(raw),
    }
}

/// Only percentages have a limit, in qəpik.
fn check_at_most(kind: Kind, raw: Option<i64>) -> Result<Option<i64>, &'static str> {
    match kind {
        Kind::Percent => optional(raw, 1..=MAX_MONEY),
        Kind::Fixed | Kind::FreeDelivery => empty(raw),
    }
}

fn to_benefit(kind: Kind, value: Option<i64>, at_most: Option<i64>) -> Option<Benefit> {
    match kind {
        Kind::Percent => Some(Benefit::Percent { percent: value?, at_most }),
        Kind::Fixed => Some(Benefit::Fixed { amount: value? }),
        Kind::FreeDelivery => Some(Benefit::FreeDelivery),
    }
}

fn required(raw: Option<i64>, range: std::ops::RangeInclusive<i64>) -> Result<i64, &'static str> {
    let value = raw.ok_or("required")?;
    if range.contains(&value) { Ok(value) } else { Err("out_of_range") }
}

fn optional(raw: Option<i64>, range: std::ops::RangeInclusive<i64>) -> Result<Option<i64>, &'static str> {
    raw.map(|value| required(Some(value), range)).transpose()
}

fn empty(raw: Option<i64>) -> Result<Option<i64>, &'static str> {
    if raw.is_none() { Ok(None) } else { Err("must_be_empty") }
}

/// Returns the ids sorted, and each once.
fn check_ids(raw: Option<Vec<i64>>) -> Result<Vec<i64>, &'static str> {
    let mut ids = raw.ok_or("required")?;
    ids.sort_unstable();
    ids.dedup();
    match ids.first() {
        Some(first) if *first < 1 => Err("invalid"),
        _ if ids.len() > MAX_IDS => Err("too_many"),
        _ => Ok(ids),
    }
}

fn check_period(starts_at: Option<DateTime<Utc>>, ends_at: Option<DateTime<Utc>>) -> Result<(), &'static str> {
    match starts_at.zip(ends_at) {
        Some((starts, ends)) if starts >= ends => Err("invalid_period"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
