//! The lines of a cart and their limits.

use super::referral::Referral;

pub use super::line_item::LineKey;

/// Maximum number of lines in a cart.
pub const MAX_LINES: usize = 100;
/// Maximum count of a line.
pub const MAX_COUNT: i64 = 999;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub key: LineKey,
    pub count: i64,
    /// Unit price when the shopper last set the count.
    pub seen_price: i64,
    pub referral: Option<Referral>,
}

/// A count that a shopper can ask for: 1 to 999.
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

/// The catalog's current data for a line. Prices are per unit, in qəpik.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub unit_price: i64,
    /// Before the discount.
    pub full_price: i64,
    pub available: i64,
    /// A size must be chosen before it can be bought.
    pub has_sizes: bool,
}
