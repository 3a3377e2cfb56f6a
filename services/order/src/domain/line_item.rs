//! Lines of carts and orders, as prices and discounts need them.

/// A product whose size is not chosen yet is a separate line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineKey {
    pub product: i64,
    pub size: Option<i64>,
}

/// The data on which a line's price, discounts and earnings depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineItem<'a> {
    pub key: LineKey,
    pub count: i64,
    pub unit_price: i64,
    /// Before the discount.
    pub full_price: i64,
    pub store: i64,
    /// Includes all parent categories.
    pub categories: &'a [i64],
    /// Basis points of the money paid.
    pub bonus_rate: i64,
}

impl LineItem<'_> {
    pub fn total(&self) -> i64 {
        self.unit_price * self.count
    }
}
