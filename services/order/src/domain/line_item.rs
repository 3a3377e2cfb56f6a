//! A cart line with everything that its price depends on.

/// Identifies a cart line: a product in a size. A product whose size is not chosen has a line of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineKey {
    pub product: i64,
    pub size: Option<i64>,
}

/// A line with the data on which its price, discounts and earnings depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineItem<'a> {
    pub key: LineKey,
    pub count: i64,
    pub unit_price: i64,
    /// The price before the discount.
    pub full_price: i64,
    pub store: i64,
    /// The product's categories with all their parents.
    pub categories: &'a [i64],
    /// Bonuses in hundredths of a per cent of what is paid.
    pub bonus_rate: i64,
}

impl LineItem<'_> {
    pub fn total(&self) -> i64 {
        self.unit_price * self.count
    }
}
