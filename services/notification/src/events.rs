//! What this service does with what it hears. It announces nothing.

mod accounts;
mod orders;

use chrono::{DateTime, Utc};
use kit::Error;
use outbox::Handler;
use proto::feed;

pub use accounts::Accounts;
pub use orders::Orders;

/// Who listens to a feed.
pub fn listener(feed: &str) -> &'static dyn Handler {
    match feed {
        ORDERS => &Orders,
        _ => &Accounts,
    }
}

pub const ACCOUNTS: &str = "auth";
pub const ORDERS: &str = "order";

/// A notification is as old as what it tells of, not as the moment it was heard.
fn occurred_at(event: &feed::Event) -> kit::Result<DateTime<Utc>> {
    event
        .occurred_at
        .and_then(|time| DateTime::from_timestamp(time.seconds, time.nanos.unsigned_abs()))
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the event has no time")))
}
