//! The bank's message to the shop about a payment or payout.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callback {
    pub number: u64,
    /// The reported payment or payout: JSON in base64.
    pub data: String,
    pub signature: String,
    pub due_at: DateTime<Utc>,
    pub tries: u32,
    pub done: bool,
    /// Waits until the shop has accepted another callback.
    #[serde(alias = "overtaken")]
    pub reordered: bool,
}
