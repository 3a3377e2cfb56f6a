//! Whether a product is for sale.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// Never published.
    Draft,
    Published,
    /// Its page responds with the error `product_withdrawn`.
    Withdrawn,
}

impl State {
    /// As in the check constraint.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}
