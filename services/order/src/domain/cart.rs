//! The lines of a shopper's cart and their limits.

use super::referral::Referral;

pub use super::line_item::LineKey;

/// Maximum number of lines in a cart.
pub const MAX_LINES: usize = 100;
/// Maximum number of units in a line.
pub const MAX_COUNT: i64 = 999;

/// A product, or a size of it, in a cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub key: LineKey,
    pub count: i64,
    /// The unit price when the shopper last set the count.
    pub seen_price: i64,
    /// The blogger whose link led to the product.
    pub referral: Option<Referral>,
}

/// A number of units between 1 and [`MAX_COUNT`].
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

/// The catalog's current data of a product or size. Prices are per unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    pub unit_price: i64,
    /// The price before the discount.
    pub full_price: i64,
    /// Units in stock.
    pub available: i64,
    /// Whether a size must be chosen to buy the product.
    pub has_sizes: bool,
}
