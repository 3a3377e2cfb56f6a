//! Stores as members of staff see and edit them.

use chrono::{DateTime, Utc};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub struct Store {
    pub id: i64,
    /// Increased with each change by staff.
    pub version: i64,
    pub profile: Profile,
    pub is_open: bool,
    pub opened_at: DateTime<Utc>,
    pub product_count: i64,
    pub subscriber_count: i64,
    /// Average stars, or 0 without reviews.
    pub rating: f64,
}

/// The members of a store that an edit replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    pub slug: String,
    /// {"az": …, "ru": …, "en": …}; az always exists.
    pub about: Value,
    /// Empty without a picture, like the next.
    pub logo_url: String,
    pub cover_url: String,
}
