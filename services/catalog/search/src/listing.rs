//! What a list of products may be asked for. Values of these types have been parsed: texts are bounded, and whatever is
//! a number is one.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Popular,
    Newest,
    PriceAsc,
    PriceDesc,
    Rating,
    /// What needs the least preparation first, then by popularity.
    Soonest,
    /// How well the words fit, then popularity.
    Relevance,
}

/// What has to hold of a product. The default lets everything through.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Filters {
    /// As it was typed.
    pub text: Option<String>,
    pub store: Option<i64>,
    /// Bounds of what it costs now.
    pub min_price: Option<i64>,
    pub max_price: Option<i64>,
    pub discounted: bool,
    pub in_stock: bool,
    /// One of those that are sold most.
    pub bestseller: bool,
    /// Ready on the day of the order.
    pub ready_today: bool,
    /// At least so many tenths of a star.
    pub rating: Option<i16>,
    pub fields: Vec<Wanted>,
}

impl Filters {
    /// Nothing but the store may be chosen.
    pub fn is_whole_place(&self) -> bool {
        *self == Self { store: self.store, ..Self::default() }
    }
}

/// Any of `values`, or a number between the bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    pub key: String,
    pub values: Vec<String>,
    pub between: Option<(f64, f64)>,
}
