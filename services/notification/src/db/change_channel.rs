//! The NOTIFY channel on which triggers of the table `notification` send the accounts whose list changed. The triggers
//! are in `migrations/notification/0002_schema.sql`.

use std::sync::Arc;

use sqlx::PgConnection;

pub const CHANNEL: &str = "notification_changed";

/// Parses the accounts of a notice, as `7,12`. A keep-alive has none.
pub fn accounts(notice: &str) -> Arc<[i64]> {
    notice.split(',').filter_map(|account| account.parse().ok()).collect()
}

/// Sends a keep-alive: a notice without accounts.
pub async fn keep_alive(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_notify($1, '')", CHANNEL).fetch_one(connection).await?;
    Ok(())
}
