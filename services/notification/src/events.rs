//! Handlers of the events that this service consumes. It publishes none.

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

/// Returns the handler of a feed. Any name except those below means `ACCOUNTS`.
pub fn handler(feed: &str) -> &'static dyn Handler {
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

/// Returns the time of the event. Notifications show it, not the time of the arrival.
fn occurred_at(event: &feed::Event) -> kit::Result<DateTime<Utc>> {
    event
        .occurred_at
        .and_then(|time| DateTime::from_timestamp(time.seconds, time.nanos.unsigned_abs()))
        .ok_or_else(|| Error::internal(anyhow::anyhow!("the event has no time")))
}

struct EventNotification {
    account_id: i64,
    kind: &'static str,
    subject: serde_json::Value,
    link: String,
    at: DateTime<Utc>,
    /// The trace context that the messages continue.
    trace: Option<String>,
}

/// Inserts notifications in the app, and pending ones for the other channels. A kind without a policy is always and
/// only shown in the app.
async fn notify(tx: &mut PgConnection, notifications: &[EventNotification]) -> kit::Result<()> {
    db::erased_account::lock_shared(tx).await?;
    let accounts: Vec<_> = notifications.iter().map(|it| it.account_id).collect();
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
            let rank = policy.urgency.rank();
            let (account_id, occurred_at) = (*account_id, *at);
            pending.push(db::pending_notification::NewPendingNotification {
                account_id,
                kind,
                subject,
                link: Some(link),
                rank,
                occurred_at,
                traceparent: trace.clone(),
            });
        }
    }
    db::notification::insert_all(tx, &in_app).await?;
    db::pending_notification::insert_all(tx, &pending).await?;
    Ok(())
}
