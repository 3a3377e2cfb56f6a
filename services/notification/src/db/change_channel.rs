//! The NOTIFY channel on which triggers of the table `notification` send the accounts whose list changed.

use std::sync::Arc;

use sqlx::PgConnection;

pub const CHANNEL: &str = "notification_changed";

/// Parses a notice such as `7,12`. A keep-alive has no accounts.
pub fn accounts(notice: &str) -> Arc<[i64]> {
    notice.split(',').filter_map(|account| account.parse().ok()).collect()
}

pub async fn keep_alive(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_notify($1, '')", CHANNEL).fetch_one(connection).await?;
    Ok(())
}
