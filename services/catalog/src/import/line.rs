//! A product as a line of a file has it. The same shape is loaded from the demo, imported, exported and generated.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use search::Texts;
use serde::{Deserialize, Serialize, de::IgnoredAny};

use crate::domain::option::OptionKind;

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Line {
    pub slug: String,
    pub store: String,
    pub category: String,
    /// Other categories it is shown in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    pub name: Texts,
    pub description: Texts,
    pub price: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discounted: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount_from: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discount_until: Option<DateTime<Utc>>,
    /// What the sizes have in all, where there are sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<i64>,
    /// Days of preparation before it can leave the store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preparation_days: Option<i64>,
    /// What the sizes are; sizes when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionKind>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Given>,
    /// What is left out here and below is kept as the shop has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviews: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popularity: Option<i64>,
    /// Units that reached people so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sold: Option<i64>,
    /// A product is published once: a line that comes again does not change when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
    /// The same told as an age, for a demo that does not grow old.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<i64>,
    /// How the demo's pictures are drawn.
    #[serde(default, skip_serializing)]
    #[expect(dead_code, reason = "the demo's files are for the painter too, and other unknown names are mistakes")]
    pub picture: Ignored,
}

impl Line {
    /// An empty text is none, as in a table: it is read in az.
    pub fn forget_empty_texts(&mut self) {
        let sizes = self.sizes.iter_mut().map(|size| &mut size.name);
        for texts in [&mut self.name, &mut self.description].into_iter().chain(sizes) {
            for text in [&mut texts.ru, &mut texts.en] {
                text.take_if(|text| text.trim().is_empty());
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    pub name: Texts,
    pub price: i64,
    pub stock: i64,
    /// One of the product's pictures, which shows this size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// What differs from size to size. A field that one of them says is said by all of them, and not by the product.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Given>,
}

/// What a product says of a field.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Given {
    Toggle(bool),
    Number(f64),
    Choices(Vec<String>),
    /// A choice, or whatever a table's cell says: what it means depends on the field.
    Text(String),
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "IgnoredAny")]
pub struct Ignored;

impl From<IgnoredAny> for Ignored {
    fn from(_: IgnoredAny) -> Self {
        Self
    }
}
