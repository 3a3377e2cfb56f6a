//! Makes notifications from the events of other services.

mod accounts;
mod contact;
mod orders;
mod products_and_stores;

use chrono::{DateTime, Utc};
use kit::Error;
use outbox::Handler;
use proto::feed;
use sqlx::PgConnection;

use crate::{
    db,
    domain::{NotificationChannel, Preferences, policy},
};

pub use accounts::Accounts;
pub use contact::Contact;
pub use orders::Orders;
pub use products_and_stores::{Products, Stores};

pub const ACCOUNTS: &str = "auth";
pub const ORDERS: &str = "order";
pub const STORES: &str = "store";
pub const CATALOG: &str = "catalog";
pub const SEO: &str = "seo";

/// The handler of a feed, which is the list of another service's events. Unknown names mean `ACCOUNTS`.
pub fn handler(feed: &str) -> &'static dyn Handler {
    match feed {
        ORDERS => &Orders,
        STORES => &Stores,
        CATALOG => &Products,
        SEO => &Contact,
        _ => &Accounts,
    }
}

fn occurred_at(event: &feed::Event) -> kit::Result<DateTime<Utc>> {
    event
        .occurred_at
        .and_then(|time| DateTime::from_timestamp(time.seconds, time.nanos.unsigned_abs()))
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the event has no time")))
}

struct EventNotification {
    account_id: i64,
    kind: &'static str,
    /// The details that the text mentions.
    subject: serde_json::Value,
    link: String,
    at: DateTime<Utc>,
    /// W3C trace context.
    trace: Option<String>,
}

/// A kind without a policy is always shown in the app and never sent by other channels.
async fn notify(tx: &mut PgConnection, notifications: &[EventNotification]) -> kit::Result<()> {
    db::erased_account::lock_shared(tx).await?;
    let accounts: Vec<_> = notifications.iter().map(|notification| notification.account_id).collect();
    let preferences_by_account = db::preference::find_all(tx, &accounts).await?;
    let wants = |account: i64, topic| match preferences_by_account.get(&account) {
        Some(preferences) => preferences.wants(topic, NotificationChannel::InApp),
        None => Preferences::default().wants(topic, NotificationChannel::InApp),
    };

    let (mut in_app, mut pending) = (Vec::new(), Vec::new());
    for EventNotification { account_id, kind, subject, link, at, trace } in notifications {
        let policy = policy(kind);
        if policy.is_none_or(|policy| wants(*account_id, policy.topic)) {
            in_app.push(db::notification::NewNotification {
                account_id: *account_id,
                kind,
                subject,
                link: Some(link),
                created_at: *at,
            });
        }
        if let Some(policy) = policy.filter(|policy| !policy.channels.is_empty()) {
            pending.push(db::pending_notification::NewPendingNotification {
                account_id: *account_id,
                kind,
                subject,
                link: Some(link),
                rank: policy.urgency.rank(),
                occurred_at: *at,
                traceparent: trace.clone(),
            });
        }
    }

    db::notification::insert_all(tx, &in_app).await?;
    db::pending_notification::insert_all(tx, &pending).await?;
    Ok(())
}
