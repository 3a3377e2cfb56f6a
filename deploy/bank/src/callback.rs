//! A callback: the bank's message to the shop about a payment or payout. The bank keeps it until the shop has accepted
//! it; `callbacks.rs` sends it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callback {
    /// Counts the callbacks of the bank, from 1.
    pub number: u64,
    /// The reported payment or payout: JSON in base64.
    pub data: String,
    pub signature: String,
    /// The time of the next try.
    pub due_at: DateTime<Utc>,
    /// How often the callback was sent.
    pub tries: u32,
    /// Whether the shop has accepted the callback, or the bank has given up.
    pub done: bool,
    /// Whether the callback waits until the shop has accepted another one, to test callbacks in the wrong order.
    #[serde(alias = "overtaken")]
    pub reordered: bool,
}
