//! A product as a line of JSON, for the demo, imports and exports.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use search::Texts;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, IgnoredAny},
};
use serde_json::{Map, Value};

use crate::{db::properties::Properties, domain::option::OptionKind};

/// Start of an error's text. The name of the invalid property follows.
pub const PROPERTY_ERROR_PREFIX: &str = "property `";

/// Stores and categories are slugs, money is in qəpik.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    pub slug: String,
    pub store: String,
    pub category: String,
    /// Other categories.
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
    /// Ignored for a product with sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<i64>,
    /// `size` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionKind>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, FieldInput>,
    /// If absent, the stored value is kept, as with the next four members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviews: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popularity: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sold: Option<i64>,
    /// Set only when the product is first published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
    /// Alternative to `published_at`: age in days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<i64>,
    #[serde(default, skip_serializing)]
    #[expect(dead_code, reason = "the tool that draws the demo's pictures reads it; other unknown members are errors")]
    pub picture: Ignored,
    /// All other members. An unknown one is an error.
    #[serde(flatten, deserialize_with = "properties")]
    pub properties: Properties,
}

/// Errors contain the name of the property, because serde reports no path inside a flattened struct.
fn properties<'de, D: Deserializer<'de>>(members: D) -> Result<Properties, D::Error> {
    let mut members = Map::<String, Value>::deserialize(members)?;
    members.retain(|_, value| !value.is_null());
    serde_path_to_error::deserialize(Value::Object(members))
        .map_err(|error| D::Error::custom(format!("{PROPERTY_ERROR_PREFIX}{}`: {}", error.path(), error.inner())))
}

impl Line {
    pub fn remove_empty_texts(&mut self) {
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
    /// One of the product's pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// A field of one size must be given by all sizes, and not by the product.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, FieldInput>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum FieldInput {
    Toggle(bool),
    Number(f64),
    Choices(Vec<String>),
    /// The meaning depends on the field's type.
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
