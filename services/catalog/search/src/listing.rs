//! How a list is sorted and filtered.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Popular,
    Newest,
    PriceAsc,
    PriceDesc,
    Rating,
    /// Fewest preparation days, then popularity.
    Soonest,
    /// See `ranking`.
    Relevance,
}

#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate filter")]
pub struct Filters {
    pub text: Option<String>,
    pub store: Option<i64>,
    /// In qəpik, inclusive.
    pub min_price: Option<i64>,
    pub max_price: Option<i64>,
    pub discounted: bool,
    pub in_stock: bool,
    pub bestseller: bool,
    /// No days of preparation.
    pub ready_today: bool,
    /// In tenths of a star.
    pub rating: Option<i16>,
    pub fields: Vec<FieldCondition>,
}

impl Filters {
    /// Whether no filter but the store is set.
    pub fn is_unfiltered(&self) -> bool {
        *self == Self { store: self.store, ..Self::default() }
    }
}

/// A product passes with one of `values`, or with a number within `between`.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldCondition {
    pub key: String,
    pub values: Vec<String>,
    pub between: Option<(f64, f64)>,
}
