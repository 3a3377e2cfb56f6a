//! The publication state of a product: whether shoppers can see it.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// Prepared by staff and never published.
    Draft,
    Published,
    /// No longer sold. Its page responds with the error `product_withdrawn`.
    Withdrawn,
}

impl State {
    /// The value in the database. The check constraint lists the same names.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}
