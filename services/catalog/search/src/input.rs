//! The input of the index: rows of the database, which the catalogue service reads.

use chrono::{DateTime, Utc};

use crate::Texts;

/// A product for sale.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate column")]
pub struct Product {
    pub product_id: i64,
    pub store_id: i64,
    pub category_id: i64,
    pub name: Texts,
    /// Current price in qəpik (1/100 manat).
    pub price: i64,
    pub popularity: i64,
    /// Popularity for sorting, in which products without a picture come last.
    pub rank: i64,
    pub has_picture: bool,
    /// Rating in tenths of a star.
    pub rating: i16,
    pub review_count: i64,
    pub published_at: DateTime<Utc>,
    pub is_discounted: bool,
    pub in_stock: bool,
    pub preparation_days: i16,
    pub is_bestseller: bool,
    /// All categories that list the product.
    pub categories: Vec<i64>,
    pub facts: Vec<ProductFact>,
}

/// A value that the product has for a field.
#[derive(Debug, Clone)]
pub struct ProductFact {
    pub field_id: i64,
    pub key: String,
    pub value: String,
    /// The value of a numeric field.
    pub number: Option<f64>,
}

/// Categories, fields and stores. Siblings are in display order.
#[derive(Debug, Clone, Default)]
pub struct TaxonomyRows {
    pub categories: Vec<CategoryRow>,
    pub fields: Vec<FieldRow>,
    pub values: Vec<ValueRow>,
    pub stores: Vec<StoreRow>,
}

#[derive(Debug, Clone)]
pub struct CategoryRow {
    pub category_id: i64,
    pub parent_id: Option<i64>,
    pub slug: String,
    pub name: Texts,
}

#[derive(Debug, Clone)]
pub struct FieldRow {
    pub field_id: i64,
    pub category_id: i64,
    pub key: String,
    pub r#type: String,
    pub name: Texts,
    pub unit: Option<Texts>,
    pub is_filterable: bool,
}

/// A possible value of a choice field.
#[derive(Debug, Clone)]
pub struct ValueRow {
    pub field_id: i64,
    pub value: String,
    pub label: Texts,
}

#[derive(Debug, Clone)]
pub struct StoreRow {
    pub store_id: i64,
    pub name: String,
    pub slug: String,
    pub is_open: bool,
}
