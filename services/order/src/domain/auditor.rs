//! Areas that the auditor compares, and the comparison of an order with its reservation.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
};

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use super::{
    baku,
    checkout::{Errand, Stage},
};

/// Baku's hour from which on the night's run may begin.
const NIGHT: i64 = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Area {
    /// The entries of a movement add up to zero.
    Movements,
    /// The accounts of each order follow from its charges, its delivery and its refunds.
    Ledger,
    /// Money that is not ours to keep goes back.
    Charges,
    Refunds,
    /// The amounts of an order are the sums of its lines and parts.
    Orders,
    Slots,
    Promos,
    Bonuses,
    /// Balances of bloggers follow from the ledger and from their lines.
    Earnings,
    /// Cash-outs and their movements say the same.
    Cashouts,
    /// Each order has the reservation in the catalogue that its stage asks for.
    Stock,
    /// The catalogue's own counts are the sums of its reservations.
    Counts,
    /// Banks say the same of a charge as we do.
    Bank,
    /// Banks say the same of a cash-out as we do.
    Payouts,
}

impl Area {
    pub const ALL: [Self; 14] = [
        Self::Movements,
        Self::Ledger,
        Self::Charges,
        Self::Refunds,
        Self::Orders,
        Self::Slots,
        Self::Promos,
        Self::Bonuses,
        Self::Earnings,
        Self::Cashouts,
        Self::Stock,
        Self::Counts,
        Self::Bank,
        Self::Payouts,
    ];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

/// A comparison that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub subject: String,
    pub field: String,
    pub expected: String,
    pub found: String,
}

impl Difference {
    pub fn new(
        subject: &str,
        field: &str,
        expected: &(impl Display + ?Sized),
        found: &(impl Display + ?Sized),
    ) -> Self {
        Self {
            subject: subject.to_owned(),
            field: field.to_owned(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}

/// An area that was compared.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Compared {
    pub compared: i64,
    pub differences: Vec<Difference>,
}

/// The latest night that has begun.
pub fn night(now: DateTime<Utc>) -> NaiveDate {
    baku::local(now - TimeDelta::hours(NIGHT)).date()
}

/// Charges that were opened after this are compared with their bank again: it may learn of a chargeback for weeks.
pub fn since(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_sub_days(Days::new(45)).unwrap_or(now)
}

pub type Counts = BTreeMap<(i64, Option<i64>), Count>;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub ordered: i64,
    /// Of an order: given back by refunds. Of a reservation: back in stock.
    pub returned: i64,
}

/// An order as it asks for stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordered {
    pub stage: Stage,
    pub errand: Option<Errand>,
    pub counts: Counts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Reservation {
    Held,
    Sold,
    /// Released, or expired.
    Free,
}

impl Reservation {
    fn key(self) -> &'static str {
        self.into()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reserved {
    pub state: Reservation,
    pub counts: Counts,
}

/// How an order's reservation differs from what the order asks for. An order that still has something to tell the catalogue
/// differs from nothing: the two agree once it is told.
pub fn stock_differences(code: &str, order: Option<&Ordered>, reserved: Option<&Reserved>) -> Vec<Difference> {
    let Some(order) = order else {
        // A reservation without an order may only be one that nobody holds.
        let found = reserved.filter(|reserved| reserved.state == Reservation::Sold);
        return found.map(|_| Difference::new(code, "order", "sold", "none")).into_iter().collect();
    };
    if order.errand.is_some() || order.stage == Stage::Placed {
        return Vec::new();
    }
    let state = reserved.map(|reserved| reserved.state);
    let shown = state.map_or("none", Reservation::key);
    match (order.stage, reserved) {
        (Stage::Sold, Some(reserved)) if reserved.state == Reservation::Sold => sold_differences(code, order, reserved),
        (Stage::Sold | Stage::Accepted, _) => vec![Difference::new(code, "reservation", "sold", shown)],
        // The reservation may have expired before the time to pay.
        (Stage::Paying, Some(reserved)) if reserved.state != Reservation::Sold => {
            count_differences(code, &order.counts, &reserved.counts)
        }
        (Stage::Paying, _) => vec![Difference::new(code, "reservation", "held", shown)],
        (_, Some(reserved)) if reserved.state == Reservation::Sold => {
            let kept = |count: &Count| count.ordered != count.returned;
            let kept = reserved.counts.iter().filter(|(_, count)| kept(count));
            kept.map(|(item, count)| Difference::new(code, &field("returned", item), &count.ordered, &count.returned))
                .collect()
        }
        (_, Some(reserved)) if reserved.state == Reservation::Held => {
            vec![Difference::new(code, "reservation", "free", shown)]
        }
        _ => Vec::new(),
    }
}

fn sold_differences(code: &str, order: &Ordered, reserved: &Reserved) -> Vec<Difference> {
    let mut found = count_differences(code, &order.counts, &reserved.counts);
    for (item, count) in &reserved.counts {
        let refunded = order.counts.get(item).map_or(0, |count| count.returned);
        // A refund need not bring goods back for sale: broken ones do not come back.
        if count.returned > refunded {
            found.push(Difference::new(code, &field("returned", item), &refunded, &count.returned));
        }
    }
    found
}

fn count_differences(code: &str, ordered: &Counts, reserved: &Counts) -> Vec<Difference> {
    let items: BTreeSet<_> = ordered.keys().chain(reserved.keys()).collect();
    let count = |counts: &Counts, item| counts.get(item).map_or(0, |count| count.ordered);
    items
        .into_iter()
        .map(|item| (item, count(ordered, item), count(reserved, item)))
        .filter(|(_, expected, found)| expected != found)
        .map(|(item, expected, found)| Difference::new(code, &field("count", item), &expected, &found))
        .collect()
}

/// Names a number of one product or size.
fn field(name: &str, (product, size): &(i64, Option<i64>)) -> String {
    match size {
        Some(size) => format!("{name}:{product}/{size}"),
        None => format!("{name}:{product}"),
    }
}

#[cfg(test)]
mod tests;
