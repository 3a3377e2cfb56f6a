//! Triggers of the table `notification` send the ids of changed accounts to this channel.

use std::sync::Arc;

use sqlx::PgConnection;

pub const CHANNEL: &str = "notification_changed";

/// A notice is `7,12`; a keep-alive is empty.
pub fn accounts(notice: &str) -> Arc<[i64]> {
    notice.split(',').filter_map(|account| account.parse().ok()).collect()
}

pub async fn keep_alive(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_notify($1, '')", CHANNEL).fetch_one(connection).await?;
    Ok(())
}
