//! What a cart holds.

use super::referral::Referral;

pub use super::ware::LineKey;

/// How many lines a cart may have.
pub const MAX_LINES: usize = 100;
/// How many a line may have.
pub const MAX_COUNT: i64 = 999;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub key: LineKey,
    pub count: i64,
    /// What one cost when the shopper last said how many.
    pub seen_price: i64,
    pub referral: Option<Referral>,
}

/// How many of something a shopper asks for: 1 to 999.
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

/// What the catalogue says of a line at this moment. Prices are of one piece, in qəpik.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub unit_price: i64,
    /// Before the discount.
    pub full_price: i64,
    pub available: i64,
    /// A size has to be chosen before it can be bought.
    pub has_sizes: bool,
}
