//! The property in which the sizes of a product differ. A "size" is any variant with a separate price.

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
