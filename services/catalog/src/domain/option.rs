//! What the sizes of a product are: what a shopper chooses between.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
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
    const ALL: [Self; 8] =
        [Self::Size, Self::Color, Self::Count, Self::Weight, Self::Volume, Self::Age, Self::People, Self::Version];

    /// As the table has it; its constraint knows the same names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Color => "color",
            Self::Count => "count",
            Self::Weight => "weight",
            Self::Volume => "volume",
            Self::Age => "age",
            Self::People => "people",
            Self::Version => "version",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl std::str::FromStr for OptionKind {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::from_name(name).ok_or(())
    }
}
