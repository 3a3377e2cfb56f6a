//! In which property a product's sizes differ. A "size" is any variant with its own price and stock.

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
    /// As in the check constraint.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}
