//! The audit log: what staff has changed, and which personal data it has read. It contains no personal data of
//! customers, so it outlives their accounts.

mod changes;
mod db;
mod entry;
mod filter;
mod serve;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub use entry::{Actor, DATA_READ, Entry, Subject};
pub use serve::{AuditService, service};

/// Pass the transaction of the change, so that no change exists without its entry. Record a read of personal data
/// before the data are returned.
pub async fn insert<'a>(
    connection: &mut PgConnection,
    actor: impl Into<Actor<'a>>,
    entry: Entry,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    db::insert(connection, actor.into(), &entry, at).await
}

/// Announces a later effect of an action, such as an import. [`insert`] announces the action itself.
pub async fn announce(tx: &mut PgConnection) -> sqlx::Result<()> {
    db::announce(tx).await
}
