//! The lines of a cart and their limits.

use super::referral::Referral;

pub use super::line_item::LineKey;

pub const MAX_LINES: usize = 100;
pub const MAX_COUNT: i64 = 999;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub key: LineKey,
    pub count: i64,
    /// The unit price when the shopper last set the count.
    pub seen_price: i64,
    pub referral: Option<Referral>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(i64);

impl Count {
    pub const ONE: Self = Self(1);

    pub fn parse(raw: i64) -> Result<Self, &'static str> {
        if (1..=MAX_COUNT).contains(&raw) { Ok(Self(raw)) } else { Err("out_of_range") }
    }

    pub fn get(self) -> i64 {
        self.0
    }
}

/// The catalog's current data; prices are per unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub unit_price: i64,
    /// The price before the discount.
    pub full_price: i64,
    pub available: i64,
    /// A size must be chosen to buy it.
    pub has_sizes: bool,
}
