//! Stores as staff edit them.

use chrono::{DateTime, Utc};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub struct Store {
    pub id: i64,
    /// Incremented by each change by staff.
    pub version: i64,
    pub profile: Profile,
    pub is_open: bool,
    pub opened_at: DateTime<Utc>,
    pub product_count: i64,
    pub subscriber_count: i64,
    /// Average stars, 1 to 5; 0 without reviews.
    pub rating: f64,
}

/// The part of a store that an edit replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    pub slug: String,
    /// Description by language code; `az` always exists.
    pub about: Value,
    /// Empty if there is none.
    pub logo_url: String,
    /// Empty if there is none.
    pub cover_url: String,
}
