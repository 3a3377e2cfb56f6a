//! A message to the shop that is kept until the shop has accepted it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A call to the shop that is to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    pub number: u64,
    pub data: String,
    pub signature: String,
    pub due_at: DateTime<Utc>,
    pub tries: u32,
    pub done: bool,
    /// Goes right behind the next one that arrives.
    pub overtaken: bool,
}
