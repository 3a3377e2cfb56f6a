//! Whether a product is to be seen.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Not yet.
    Draft,
    Published,
    /// No longer; who comes by an old link is told so.
    Withdrawn,
}

impl State {
    /// As the table has it; its constraint knows the same names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Withdrawn => "withdrawn",
        }
    }
}
