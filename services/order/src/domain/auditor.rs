//! The comparisons of the nightly auditor, and how it compares an order with its stock reservation at the catalog.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
};

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use super::{
    baku,
    checkout::{Stage, StockCall},
};

/// The run begins at this hour in Baku.
const NIGHT: i64 = 3;

/// A comparison of records. Each variant says what must be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Area {
    /// The entries of each movement add up to zero.
    Movements,
    /// The ledger matches each order's charges, delivery and refunds.
    Ledger,
    /// Money that the shop may not keep is returned.
    Charges,
    /// The refunded money and units are the sums of the refunds.
    Refunds,
    /// An order's amounts are the sums of its lines and parts.
    Orders,
    /// The booked places of a delivery slot are the number of its orders.
    Slots,
    /// The uses of a promo code are the number of its orders.
    Promos,
    /// Shoppers' bonuses match the ledger and the orders that spent them.
    Bonuses,
    /// Bloggers' balances match the ledger and the lines that they referred.
    Earnings,
    /// The ledger matches each cash-out.
    Cashouts,
    /// Each order has the reservation that its stage requires.
    Stock,
    /// The catalog's counts are the sums of its reservations.
    Counts,
    /// The bank agrees about each charge.
    Bank,
    /// The bank agrees about each cash-out.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The record that differs, for example an order's code.
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

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Compared records.
    pub compared: i64,
    pub differences: Vec<Difference>,
}

/// Returns the date of the latest nightly run that is due.
pub fn night(now: DateTime<Utc>) -> NaiveDate {
    baku::local(now - TimeDelta::hours(NIGHT)).date()
}

/// Records are compared with banks since this time. Chargebacks arrive weeks after the charge.
pub fn since(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_sub_days(Days::new(45)).unwrap_or(now)
}

/// Units by product and size.
pub type Counts = BTreeMap<(i64, Option<i64>), Count>;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub ordered: i64,
    /// Refunded units of an order, or restocked units of a reservation.
    pub returned: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordered {
    pub stage: Stage,
    pub stock_call: Option<StockCall>,
    pub counts: Counts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Reservation {
    Held,
    Sold,
    /// Released or expired.
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

/// Skips orders whose pending stock call may not have reached the catalog.
pub fn stock_differences(code: &str, order: Option<&Ordered>, reserved: Option<&Reserved>) -> Vec<Difference> {
    let Some(order) = order else {
        let sold = reserved.filter(|reserved| reserved.state == Reservation::Sold);
        return sold.map(|_| Difference::new(code, "order", "sold", "none")).into_iter().collect();
    };
    if order.stock_call.is_some() || order.stage == Stage::Placed {
        return Vec::new();
    }
    let state = reserved.map(|reserved| reserved.state);
    let found = state.map_or("none", Reservation::key);
    match (order.stage, reserved) {
        (Stage::Sold, Some(reserved)) if reserved.state == Reservation::Sold => sold_differences(code, order, reserved),
        (Stage::Sold | Stage::Accepted, _) => vec![Difference::new(code, "reservation", "sold", found)],
        // The reservation of an unpaid order may have expired.
        (Stage::Paying, Some(reserved)) if reserved.state != Reservation::Sold => {
            count_differences(code, &order.counts, &reserved.counts)
        }
        (Stage::Paying, _) => vec![Difference::new(code, "reservation", "held", found)],
        // All units of an ended order must be back in stock.
        (_, Some(reserved)) if reserved.state == Reservation::Sold => {
            let is_kept = |count: &Count| count.ordered != count.returned;
            let kept = reserved.counts.iter().filter(|(_, count)| is_kept(count));
            kept.map(|(item, count)| Difference::new(code, &field("returned", item), &count.ordered, &count.returned))
                .collect()
        }
        (_, Some(reserved)) if reserved.state == Reservation::Held => {
            vec![Difference::new(code, "reservation", "free", found)]
        }
        _ => Vec::new(),
    }
}

fn sold_differences(code: &str, order: &Ordered, reserved: &Reserved) -> Vec<Difference> {
    let mut differences = count_differences(code, &order.counts, &reserved.counts);
    for (item, count) in &reserved.counts {
        let refunded = order.counts.get(item).map_or(0, |count| count.returned);
        // Broken goods are refunded but not restocked.
        if count.returned > refunded {
            differences.push(Difference::new(code, &field("returned", item), &refunded, &count.returned));
        }
    }
    differences
}

fn count_differences(code: &str, ordered: &Counts, reserved: &Counts) -> Vec<Difference> {
    let items: BTreeSet<_> = ordered.keys().chain(reserved.keys()).collect();
    let units_of = |counts: &Counts, item| counts.get(item).map_or(0, |count| count.ordered);
    items
        .into_iter()
        .map(|item| (item, units_of(ordered, item), units_of(reserved, item)))
        .filter(|(_, expected, found)| expected != found)
        .map(|(item, expected, found)| Difference::new(code, &field("count", item), &expected, &found))
        .collect()
}

/// Returns for example `count:7/70`.
fn field(name: &str, (product, size): &(i64, Option<i64>)) -> String {
    match size {
        Some(size) => format!("{name}:{product}/{size}"),
        None => format!("{name}:{product}"),
    }
}

#[cfg(test)]
mod tests;
