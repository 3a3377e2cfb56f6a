//! The property in which the sizes of a product differ. In this service, "size" means any variant with its own price
//! and stock, so the sizes of a product may be colours or counts.

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
    /// The value in the database. The check constraint lists the same names.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}
