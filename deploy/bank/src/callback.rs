//! A callback that is kept until the shop has accepted it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callback {
    pub number: u64,
    pub data: String,
    pub signature: String,
    pub due_at: DateTime<Utc>,
    pub tries: u32,
    /// Whether the shop has accepted the callback, or the bank has given up.
    pub done: bool,
    /// Whether the callback is sent after another accepted callback, to test callbacks in the wrong order.
    #[serde(alias = "overtaken")]
    pub reordered: bool,
}
