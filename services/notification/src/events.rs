//! What this service does with what it hears. It announces nothing.

mod accounts;
mod news;
mod orders;

use chrono::{DateTime, Utc};
use kit::Error;
use outbox::Handler;
use proto::feed;
use sqlx::PgConnection;

use crate::{
    db::{self, notification::New},
    domain::{Way, nature},
};

pub use accounts::Accounts;
pub use news::{Products, Stores};
pub use orders::Orders;

/// Who listens to a feed.
pub fn listener(feed: &str) -> &'static dyn Handler {
    match feed {
        ORDERS => &Orders,
        STORES => &Stores,
        CATALOG => &Products,
        _ => &Accounts,
    }
}

pub const ACCOUNTS: &str = "auth";
pub const ORDERS: &str = "order";
pub const STORES: &str = "store";
pub const CATALOG: &str = "catalog";

/// A notification is as old as what it tells of, not as the moment it was heard.
fn occurred_at(event: &feed::Event) -> kit::Result<DateTime<Utc>> {
    event
        .occurred_at
        .and_then(|time| DateTime::from_timestamp(time.seconds, time.nanos.unsigned_abs()))
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the event has no time")))
}

/// Tells one account: in the shop, if it wants that there, and outside of it by the ways it will be found to want.
async fn tell(
    tx: &mut PgConnection,
    account: i64,
    kind: &str,
    subject: &serde_json::Value,
    link: &str,
    at: DateTime<Utc>,
) -> kit::Result<()> {
    db::departed::hold_the_door(tx).await?;
    let nature = nature(kind);
    let topic = nature.map(|nature| nature.topic);
    let preferences = db::preference::find_for(tx, account).await?;
    if topic.is_none_or(|topic| preferences.wants(topic, Way::InApp)) {
        let new = New { account_id: account, kind, subject, link: Some(link), created_at: at };
        db::notification::insert(tx, &new).await?;
    }
    if let Some(nature) = nature.filter(|nature| !nature.ways.is_empty()) {
        let rank = nature.urgency.rank();
        let new = db::telling::New { account_id: account, kind, subject, link: Some(link), rank, occurred_at: at };
        db::telling::insert(tx, &new).await?;
    }
    Ok(())
}
