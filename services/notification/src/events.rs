//! What this service does with what it hears. It announces nothing.

mod accounts;
mod contact;
mod news;
mod orders;

use chrono::{DateTime, Utc};
use kit::Error;
use outbox::Handler;
use proto::feed;
use sqlx::PgConnection;

use crate::{
    db::{self, notification::New},
    domain::{Preferences, Way, nature},
};

pub use accounts::Accounts;
pub use contact::Contact;
pub use news::{Products, Stores};
pub use orders::Orders;

/// Who listens to a feed.
pub fn listener(feed: &str) -> &'static dyn Handler {
    match feed {
        ORDERS => &Orders,
        STORES => &Stores,
        CATALOG => &Products,
        SEO => &Contact,
        _ => &Accounts,
    }
}

pub const ACCOUNTS: &str = "auth";
pub const ORDERS: &str = "order";
pub const STORES: &str = "store";
pub const CATALOG: &str = "catalog";
pub const SEO: &str = "seo";

/// A notification is as old as what it tells of, not as the moment it was heard.
fn occurred_at(event: &feed::Event) -> kit::Result<DateTime<Utc>> {
    event
        .occurred_at
        .and_then(|time| DateTime::from_timestamp(time.seconds, time.nanos.unsigned_abs()))
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the event has no time")))
}

/// What an account is told.
struct News {
    account_id: i64,
    kind: &'static str,
    subject: serde_json::Value,
    link: String,
    at: DateTime<Utc>,
}

/// Tells each of them in the shop, if it wants that there, and outside of it by the ways it will be found to want.
async fn tell(tx: &mut PgConnection, news: &[News]) -> kit::Result<()> {
    db::departed::hold_the_door(tx).await?;
    let accounts: Vec<_> = news.iter().map(|news| news.account_id).collect();
    let chosen = db::preference::of(tx, &accounts).await?;
    let wants = |account: i64, topic| match chosen.get(&account) {
        Some(preferences) => preferences.wants(topic, Way::InApp),
        None => Preferences::default().wants(topic, Way::InApp),
    };
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for News { account_id, kind, subject, link, at } in news {
        let nature = nature(kind);
        if nature.is_none_or(|nature| wants(*account_id, nature.topic)) {
            inside.push(New { account_id: *account_id, kind, subject, link: Some(link), created_at: *at });
        }
        if let Some(nature) = nature.filter(|nature| !nature.ways.is_empty()) {
            let rank = nature.urgency.rank();
            let (account_id, occurred_at) = (*account_id, *at);
            outside.push(db::telling::New { account_id, kind, subject, link: Some(link), rank, occurred_at });
        }
    }
    db::notification::insert_all(tx, &inside).await?;
    db::telling::insert_all(tx, &outside).await?;
    Ok(())
}
