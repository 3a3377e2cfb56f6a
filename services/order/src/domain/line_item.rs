//! A cart line with everything that its price depends on.

/// Identifies a cart line. A product without a size has a separate line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineKey {
    pub product: i64,
    pub size: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineItem<'a> {
    pub key: LineKey,
    pub count: i64,
    pub unit_price: i64,
    /// The price before the discount.
    pub full_price: i64,
    pub store: i64,
    /// The categories with all parents.
    pub categories: &'a [i64],
    /// Bonuses in hundredths of a per cent of what is paid.
    pub bonus_rate: i64,
}

impl LineItem<'_> {
    pub fn total(&self) -> i64 {
        self.unit_price * self.count
    }
}
