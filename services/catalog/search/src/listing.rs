//! Sort orders and filters, validated by the caller.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Popular,
    Newest,
    PriceAsc,
    PriceDesc,
    Rating,
    /// Fewest preparation days, then popularity.
    Soonest,
    /// Most points for matching words and quality first (`ranking`).
    Relevance,
}

#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate filter")]
pub struct Filters {
    /// The search text as typed.
    pub text: Option<String>,
    pub store: Option<i64>,
    /// Bounds of the current price.
    pub min_price: Option<i64>,
    pub max_price: Option<i64>,
    pub discounted: bool,
    pub in_stock: bool,
    pub bestseller: bool,
    /// Whether only products without days of preparation match.
    pub ready_today: bool,
    /// Minimum rating in tenths of a star.
    pub rating: Option<i16>,
    pub fields: Vec<FieldCondition>,
}

impl Filters {
    /// Whether there are no conditions, except perhaps the store.
    pub fn is_unfiltered(&self) -> bool {
        *self == Self { store: self.store, ..Self::default() }
    }
}

/// A product needs one of `values`, or a number within `between`.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldCondition {
    pub key: String,
    pub values: Vec<String>,
    pub between: Option<(f64, f64)>,
}
