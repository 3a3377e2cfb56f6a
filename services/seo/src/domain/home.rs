//! The home page is a list of sections. This is also the form in which the database stores them.

pub mod link;
pub mod picture;
pub mod preview_token;
pub mod schedule;

use chrono::{DateTime, Utc};
use kit::Language;
use serde::{Deserialize, Serialize};

use self::{link::Link, picture::Picture, schedule::Schedule};

/// A list of versions of this size fits into one message.
pub const MAX_JSON_BYTES: usize = 200 * 1024;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    pub is_hidden: bool,
    /// Shows always if absent.
    pub schedule: Option<Schedule>,
    pub content: Content,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Content {
    Hero { title: Texts, banner: Banner },
    Categories,
    Shelf { title: Texts, shelf: Shelf },
    Tiles { title: Texts, tiles: Vec<Tile> },
    Links { title: Texts, links: Vec<TextLink> },
    Banner { title: Texts, banner: Banner },
    Promises,
    Campaigns,
    Stores,
    Recent,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    pub az: String,
    pub ru: Option<String>,
    pub en: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banner {
    pub text: Texts,
    /// Only a hero may have none.
    pub button: Option<Button>,
    pub picture: Option<Picture>,
    /// Only a hero may have none, which stands for its gradient.
    pub tone: Option<Tone>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    pub label: Texts,
    pub link: Link,
}

/// The products that a shelf (a row of product cards) shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum Shelf {
    Popular,
    Newest,
    Sale,
    /// The popular products of a category.
    Category {
        slug: String,
    },
    Products {
        ids: Vec<i64>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    pub label: Texts,
    pub link: Link,
    pub picture: Picture,
    pub tone: Tone,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLink {
    pub label: Texts,
    pub link: Link,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    Rose,
    Peach,
    Lemon,
    Mint,
    Sky,
    Lilac,
    Pearl,
    Sand,
}

impl Section {
    pub fn shows_at(&self, time: DateTime<Utc>) -> bool {
        !self.is_hidden && self.schedule.as_ref().is_none_or(|schedule| schedule.shows_at(time))
    }
}

impl Content {
    pub fn title(&self) -> Option<&Texts> {
        match self {
            Self::Hero { title, .. }
            | Self::Shelf { title, .. }
            | Self::Tiles { title, .. }
            | Self::Links { title, .. }
            | Self::Banner { title, .. } => Some(title),
            Self::Categories | Self::Promises | Self::Campaigns | Self::Stores | Self::Recent => None,
        }
    }
}

impl Texts {
    /// Falls back to Azerbaijani.
    pub fn in_language(&self, language: Language) -> &str {
        let translation = match language {
            Language::Az => None,
            Language::Ru => self.ru.as_deref(),
            Language::En => self.en.as_deref(),
        };
        translation.unwrap_or(&self.az)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_translations_fall_back_to_azerbaijani() {
        let texts = Texts { az: "Güllər".to_owned(), ru: Some("Цветы".to_owned()), en: None };
        assert_eq!(Language::ALL.map(|language| texts.in_language(language)), ["Güllər", "Цветы", "Güllər"]);
    }

    /// Versions are kept for ever, so names of members and values must not change.
    #[test]
    fn sections_are_stored_under_these_names() {
        let banner = r#""text":{"az":"B","ru":null,"en":null},"button":{"label":{"az":"C","ru":null,"en":null},"link":"/sebet"},
            "picture":"illustration:cake","tone":"rose""#;
        let title = r#""title":{"az":"A","ru":"Б","en":null}"#;
        let shelf = |shelf: &str| format!(r#"{{"kind":"shelf",{title},"shelf":{shelf}}}"#);
        let tile = |tone: &str| {
            let picture = "/media/4f2a/640.webp";
            format!(
                r#"{{"label":{{"az":"C","ru":null,"en":null}},"link":"/sebet","picture":"{picture}","tone":"{tone}"}}"#
            )
        };
        let tiles = ["peach", "lemon", "mint", "sky", "lilac", "pearl", "sand"].map(tile).join(",");
        let contents = [
            format!(r#"{{"kind":"hero",{title},"banner":{{{banner}}}}}"#),
            r#"{"kind":"categories"}"#.to_owned(),
            shelf(r#"{"source":"popular"}"#),
            shelf(r#"{"source":"newest"}"#),
            shelf(r#"{"source":"sale"}"#),
            shelf(r#"{"source":"category","slug":"guller"}"#),
            shelf(r#"{"source":"products","ids":[9007199254740991,1]}"#),
            format!(r#"{{"kind":"tiles",{title},"tiles":[{tiles}]}}"#),
            format!(
                r#"{{"kind":"links",{title},"links":[{{"label":{{"az":"C","ru":null,"en":null}},"link":"/sebet"}}]}}"#
            ),
            format!(r#"{{"kind":"banner",{title},"banner":{{{banner}}}}}"#),
            r#"{"kind":"promises"}"#.to_owned(),
            r#"{"kind":"campaigns"}"#.to_owned(),
            r#"{"kind":"stores"}"#.to_owned(),
            r#"{"kind":"recent"}"#.to_owned(),
        ];
        let schedule = r#"{"from":"2026-03-01T00:00:00Z","until":"2026-03-09T00:00:00Z","isYearly":true}"#;
        for content in contents {
            let stored = format!(r#"{{"isHidden":true,"schedule":{schedule},"content":{content}}}"#);
            let stored: serde_json::Value = serde_json::from_str(&stored).unwrap();
            let section: Section = serde_json::from_value(stored.clone()).unwrap();
            assert_eq!(serde_json::to_value(&section).unwrap(), stored);
        }
    }
}
