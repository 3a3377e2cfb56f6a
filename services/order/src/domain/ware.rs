//! What is priced: a line of a cart, with all that its price depends on.

/// A line is a product and a size; one without a size is a line of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineKey {
    pub product: i64,
    pub size: Option<i64>,
}

/// What the price of a line depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ware<'a> {
    pub key: LineKey,
    pub count: i64,
    pub unit_price: i64,
    /// Before the discount.
    pub full_price: i64,
    pub store: i64,
    /// Every category it is in, and all above them.
    pub categories: &'a [i64],
    /// Bonuses that it earns, in hundredths of a per cent of what is paid for it.
    pub bonus_rate: i64,
}

impl Ware<'_> {
    pub fn total(&self) -> i64 {
        self.unit_price * self.count
    }
}
