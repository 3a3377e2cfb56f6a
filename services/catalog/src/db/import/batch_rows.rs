//! The rows of imported products, which are written as JSON.

use chrono::{DateTime, Utc};
use search::Texts;
use serde::{Serialize, Serializer};

use crate::{db::properties::Properties, domain::publication::State};

/// `import_states` is parallel to `products`.
///
/// A product's digest (`import/batch.rs`) is the hash of these rows: renaming a serialised field makes every product
/// count as changed.
#[derive(Default, Serialize)]
pub struct Batch<'a> {
    pub products: Vec<NewProduct<'a>>,
    pub texts: Vec<NewText<'a>>,
    pub sizes: Vec<NewSize<'a>>,
    /// Pairs of product and category.
    pub categories: Vec<(i64, i64)>,
    pub fields: Vec<NewProductField<'a>>,
    #[serde(rename = "standings")]
    pub import_states: Vec<ImportState>,
}

impl<'a> Batch<'a> {
    pub fn append(&mut self, mut other: Batch<'a>) {
        self.products.append(&mut other.products);
        self.texts.append(&mut other.texts);
        self.sizes.append(&mut other.sizes);
        self.categories.append(&mut other.categories);
        self.fields.append(&mut other.fields);
        self.import_states.append(&mut other.import_states);
    }
}

#[derive(Serialize)]
pub struct NewProduct<'a> {
    pub product_id: i64,
    pub store_id: i64,
    pub category_id: i64,
    pub slug: &'a str,
    pub name: &'a Texts,
    /// `None` keeps the value of an existing product, as in the last four members.
    pub pictures: Option<&'a [String]>,
    pub price: i64,
    pub discounted_price: Option<i64>,
    pub discount_from: Option<DateTime<Utc>>,
    pub discount_until: Option<DateTime<Utc>>,
    pub stock: i64,
    pub has_sizes: bool,
    pub option_kind: &'static str,
    /// Languages without a translation.
    pub missing_texts: Vec<&'static str>,
    #[serde(flatten)]
    pub properties: &'a Properties,
    pub popularity: Option<i64>,
    pub sold_count: Option<i64>,
    pub rating: Option<i16>,
    pub review_count: Option<i64>,
}

#[derive(Serialize)]
pub struct ImportState {
    pub product_id: i64,
    /// Not written to an existing product.
    #[serde(serialize_with = "by_name")]
    pub state: State,
    pub own_discount_holds: bool,
    pub reprice_at: Option<DateTime<Utc>>,
    pub published_at: DateTime<Utc>,
    /// Hash of the line, to detect unchanged products.
    #[serde(serialize_with = "in_hexadecimal")]
    pub digest: Vec<u8>,
    pub import_job_id: Option<i64>,
    pub line: i64,
}

#[derive(Serialize)]
pub struct NewText<'a> {
    pub product_id: i64,
    pub language: &'a str,
    pub name: Option<&'a str>,
    pub description: Option<&'a str>,
}

#[derive(Serialize)]
pub struct NewSize<'a> {
    pub product_id: i64,
    pub position: i32,
    pub name: &'a Texts,
    pub price: i64,
    pub stock: i64,
    pub picture: Option<&'a str>,
    /// Replace those of the product.
    pub fields: Vec<Fact<'a>>,
}

#[derive(Serialize)]
pub struct NewProductField<'a> {
    pub product_id: i64,
    #[serde(flatten)]
    pub fact: Fact<'a>,
}

/// A value of a field.
#[derive(Clone, Serialize)]
pub struct Fact<'a> {
    pub field_id: i64,
    pub key: &'a str,
    pub value: String,
    pub number: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn by_name<S: Serializer>(state: &State, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(state.name())
}

fn in_hexadecimal<S: Serializer>(digest: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let digits =
        digest.iter().fold(String::with_capacity(2 * digest.len()), |digits, byte| digits + &format!("{byte:02x}"));
    serializer.serialize_str(&digits)
}
