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
    pub done: bool,
    /// Sent after the next other callback that succeeds.
    #[serde(alias = "overtaken")]
    pub reordered: bool,
}
