//! The sort orders and filters of a list. The caller has validated them.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Popular,
    Newest,
    PriceAsc,
    PriceDesc,
    Rating,
    /// Fewest preparation days, then popularity.
    Soonest,
    /// Most points first, for matching words and quality (`ranking`).
    Relevance,
}

/// Conditions that all products of a list meet.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate filter")]
pub struct Filters {
    /// The search text as typed.
    pub text: Option<String>,
    pub store: Option<i64>,
    /// Bounds of the current price in qəpik, inclusive.
    pub min_price: Option<i64>,
    pub max_price: Option<i64>,
    pub discounted: bool,
    pub in_stock: bool,
    pub bestseller: bool,
    /// Only products that need no days of preparation.
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

/// A condition on a field: the product has one of `values`, or a number within `between`.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldCondition {
    pub key: String,
    pub values: Vec<String>,
    pub between: Option<(f64, f64)>,
}
