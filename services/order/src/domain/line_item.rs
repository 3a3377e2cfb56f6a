//! The input of pricing: a cart line with everything that its price depends on.

/// A product and a size. A product without a size is a separate line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineKey {
    pub product: i64,
    pub size: Option<i64>,
}

/// A cart line with everything that its price depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineItem<'a> {
    pub key: LineKey,
    pub count: i64,
    pub unit_price: i64,
    /// Before the discount.
    pub full_price: i64,
    pub store: i64,
    /// All its categories and their parents.
    pub categories: &'a [i64],
    /// Bonuses that it earns, in hundredths of a per cent of the amount paid.
    pub bonus_rate: i64,
}

impl LineItem<'_> {
    pub fn total(&self) -> i64 {
        self.unit_price * self.count
    }
}
