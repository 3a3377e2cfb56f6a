//! The PostgreSQL NOTIFY channel on which triggers of the table `notification` send the ids of accounts whose list of
//! notifications changed. `ChangeNotifier` listens to it.

use std::sync::Arc;

use sqlx::PgConnection;

pub const CHANNEL: &str = "notification_changed";

/// Parses the account ids of a notice such as `7,12`. A keep-alive notice is empty.
pub fn accounts(notice: &str) -> Arc<[i64]> {
    notice.split(',').filter_map(|account| account.parse().ok()).collect()
}

/// Sends an empty notice, which shows the listener that its connection works.
pub async fn keep_alive(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_notify($1, '')", CHANNEL).fetch_one(connection).await?;
    Ok(())
}
