//! What the sizes of a product are: what a shopper chooses between.

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    serde::Serialize,
    serde::Deserialize,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "snake_case")]
pub enum OptionKind {
    #[default]
    Size,
    Color,
    Count,
    Weight,
    Volume,
    Age,
    People,
    Version,
}

impl OptionKind {
    /// As the table has it; its constraint knows the same names.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}
