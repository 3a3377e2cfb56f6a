//! The languages of the shop.

use tonic::metadata::MetadataMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    Az,
    Ru,
    En,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::Az, Self::Ru, Self::En];

    pub fn code(self) -> &'static str {
        match self {
            Self::Az => "az",
            Self::Ru => "ru",
            Self::En => "en",
        }
    }

    /// The prefix of page paths.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Az => "",
            Self::Ru => "/ru",
            Self::En => "/en",
        }
    }

    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or(tag);
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(primary))
    }

    /// The gateway has negotiated the language.
    pub fn from_metadata(metadata: &MetadataMap) -> Self {
        metadata
            .get(crate::client::LANGUAGE)
            .and_then(|value| value.to_str().ok())
            .and_then(Self::from_tag)
            .unwrap_or_default()
    }
}
