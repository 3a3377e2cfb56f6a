//! Stores as members of staff see and edit them.

use chrono::{DateTime, Utc};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub struct Store {
    pub id: i64,
    /// Increases with each change by staff, so that an edit of an older version can be refused.
    pub version: i64,
    pub profile: Profile,
    pub is_open: bool,
    pub opened_at: DateTime<Utc>,
    pub product_count: i64,
    pub subscriber_count: i64,
    /// Average stars, 1 to 5, or 0 without reviews.
    pub rating: f64,
}

/// The members of a store that an edit replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    pub slug: String,
    /// The description by language: `{"az": …, "ru": …, "en": …}`. Only `az` always exists.
    pub about: Value,
    /// Empty if the store has no logo.
    pub logo_url: String,
    /// Empty if the store has no cover picture.
    pub cover_url: String,
}
