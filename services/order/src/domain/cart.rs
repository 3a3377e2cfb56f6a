//! Lines of carts, and the catalog's data about them.

use super::referral::Referral;

pub use super::line_item::LineKey;

pub const MAX_LINES: usize = 100;
/// Units per line.
pub const MAX_COUNT: i64 = 999;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub key: LineKey,
    pub count: i64,
    /// The unit price when the shopper last set the count.
    pub seen_price: i64,
    /// The blogger whose link led to the product.
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

/// The catalog's current data of a product or size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub unit_price: i64,
    /// Before the discount.
    pub full_price: i64,
    pub available: i64,
    /// Whether a size must be chosen.
    pub has_sizes: bool,
}
