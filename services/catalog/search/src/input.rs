//! The input of the index: products, categories with their fields, and stores.

use chrono::{DateTime, Utc};

use crate::Texts;

#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate column")]
pub struct Product {
    pub product_id: i64,
    pub store_id: i64,
    pub category_id: i64,
    pub name: Texts,
    /// In qəpik (1/100 manat).
    pub price: i64,
    pub popularity: i64,
    /// Popularity for lists, where products without a picture come last.
    pub rank: i64,
    pub has_picture: bool,
    /// In tenths of a star.
    pub rating: i16,
    pub review_count: i64,
    pub published_at: DateTime<Utc>,
    pub is_discounted: bool,
    pub in_stock: bool,
    pub preparation_days: i16,
    pub is_bestseller: bool,
    pub categories: Vec<i64>,
    pub field_values: Vec<ProductFieldValue>,
}

#[derive(Debug, Clone)]
pub struct ProductFieldValue {
    pub field_id: i64,
    pub key: String,
    pub value: String,
    pub number: Option<f64>,
}

/// Siblings are in display order.
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
