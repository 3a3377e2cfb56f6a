//! The terms and sums of a wholesale quote.

use chrono::{DateTime, TimeDelta, Utc};

use super::{MAX_LINES, MAX_UNITS};
use crate::domain::{cart::LineKey, money};

/// The maximum price of a unit, and of delivery: 100,000 ₼.
pub const MAX_PRICE: i64 = 10_000_000;
/// 10,000,000 ₼, as no bank transfer to the shop is larger.
pub const MAX_TOTAL: i64 = 1_000_000_000;
/// How long before expiry customers are reminded.
pub const REMINDER: TimeDelta = TimeDelta::days(1);
pub const MAX_VALIDITY: TimeDelta = TimeDelta::days(90);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub lines: Vec<QuotedLine>,
    pub valid_until: DateTime<Utc>,
    pub delivery_fee: i64,
    /// The terms of delivery in words.
    pub delivery_terms: String,
    pub note: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotedLine {
    pub key: LineKey,
    pub count: i64,
    pub unit_price: i64,
}

/// In qəpik.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// Without delivery.
    pub goods: i64,
    /// With delivery.
    pub total: i64,
    /// Contained in the total.
    pub vat: i64,
}

impl QuotedLine {
    pub fn total(&self) -> i64 {
        // Cannot overflow: see the assertion below.
        self.unit_price * self.count
    }
}

impl Terms {
    /// Returns `None` above `MAX_TOTAL`.
    pub fn sums(&self) -> Option<Sums> {
        let goods: i64 = self.lines.iter().map(QuotedLine::total).try_fold(0_i64, i64::checked_add)?;
        let total = goods.checked_add(self.delivery_fee)?;
        (total <= MAX_TOTAL).then(|| Sums { goods, total, vat: money::vat(total) })
    }

    /// The time of the reminder if it is in the future, otherwise the expiry.
    pub fn due_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let reminder = self.valid_until - REMINDER;
        if reminder > now { reminder } else { self.valid_until }
    }
}

pub fn parse_price(raw: i64) -> Result<i64, &'static str> {
    if (1..=MAX_PRICE).contains(&raw) { Ok(raw) } else { Err("out_of_range") }
}

pub fn parse_fee(raw: i64) -> Result<i64, &'static str> {
    if (0..=MAX_PRICE).contains(&raw) { Ok(raw) } else { Err("out_of_range") }
}

pub fn parse_validity(until: DateTime<Utc>, now: DateTime<Utc>) -> Result<DateTime<Utc>, &'static str> {
    if until <= now {
        Err("in_the_past")
    } else if until > now + MAX_VALIDITY {
        Err("out_of_range")
    } else {
        Ok(until)
    }
}

const _: () = assert!(MAX_PRICE * MAX_UNITS < i64::MAX / MAX_LINES as i64);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(lines: &[(i64, i64)], delivery_fee: i64) -> Terms {
        let line = |(product, (unit_price, count)): (i64, &(i64, i64))| QuotedLine {
            key: LineKey { product, size: None },
            count: *count,
            unit_price: *unit_price,
        };
        Terms {
            lines: (1..).zip(lines).map(line).collect(),
            valid_until: DateTime::UNIX_EPOCH + TimeDelta::days(7),
            delivery_fee,
            delivery_terms: String::new(),
            note: None,
        }
    }

    proptest! {
        #[test]
        fn the_sums_add_up(lines in prop::collection::vec((1..=MAX_PRICE, 1..=MAX_UNITS), 1..=MAX_LINES), fee in 0..=MAX_PRICE) {
            let goods: i64 = lines.iter().map(|(price, count)| price * count).sum();
            match terms(&lines, fee).sums() {
                Some(sums) => {
                    prop_assert_eq!((sums.goods, sums.total), (goods, goods + fee));
                    prop_assert!((0..sums.total).contains(&sums.vat));
                }
                None => prop_assert!(goods + fee > MAX_TOTAL),
            }
        }
    }

    #[test]
    fn vat_is_contained_in_goods_and_delivery() {
        assert_eq!(terms(&[(1_000, 11)], 800).sums(), Some(Sums { goods: 11_000, total: 11_800, vat: 1_800 }));
    }

    #[test]
    fn a_quotes_validity_is_in_the_future() {
        let now = DateTime::UNIX_EPOCH;
        assert_eq!(parse_validity(now, now), Err("in_the_past"));
        assert_eq!(parse_validity(now + MAX_VALIDITY + TimeDelta::seconds(1), now), Err("out_of_range"));
        assert!(parse_validity(now + TimeDelta::seconds(1), now).is_ok());
        assert_eq!([0, -1, MAX_PRICE + 1].map(parse_price), [Err("out_of_range"); 3]);
    }

    #[test]
    fn a_reminder_is_sent_a_day_before_expiry() {
        let quote = terms(&[(100, 1)], 0);
        assert_eq!(quote.due_at(DateTime::UNIX_EPOCH), quote.valid_until - REMINDER);
        assert_eq!(quote.due_at(quote.valid_until - TimeDelta::hours(3)), quote.valid_until);
    }
}
