//! The audit log: what members of staff have changed, and which personal data they have read. Each service has its own
//! log, in a table that its migration `0003_audit.sql` creates.
//!
//! A use case inserts an entry in the transaction of the change, so that neither exists without the other. Entries
//! contain no personal data of customers: of a change, they contain only the fields that say nothing about a customer.
//! Entries are therefore kept when an account is erased, and triggers refuse to change or delete them.

mod changes;
mod db;
mod entry;
mod filter;
mod serve;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub use entry::{Actor, DATA_READ, Entry, Subject};
pub use serve::{AuditService, service};

/// Inserts an entry. For a change, `connection` is the transaction that makes it; for a read, any connection, and the
/// data is returned only after this has succeeded.
pub async fn insert<'a>(
    connection: &mut PgConnection,
    actor: impl Into<Actor<'a>>,
    entry: Entry,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    db::insert(connection, actor.into(), &entry, at).await
}

/// Announces a change that an action of staff causes later, such as the writing of an import. [`insert`] announces the
/// action itself.
pub async fn announce(tx: &mut PgConnection) -> sqlx::Result<()> {
    db::announce(tx).await
}
