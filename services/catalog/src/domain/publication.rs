//! Whether a product is to be seen.

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
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
        self.into()
    }
}
