//! The channel on which triggers of the table `notification` announce the accounts whose lists have changed: see
//! `migrations/notification/0002_schema.sql`.

use std::sync::Arc;

use sqlx::PgConnection;

pub const CHANNEL: &str = "notification_changed";

/// Whom a notice names; nobody, when it is a mere sign of life.
pub fn accounts(notice: &str) -> Arc<[i64]> {
    notice.split(',').filter_map(|account| account.parse().ok()).collect()
}

/// A notice that names nobody.
pub async fn say_nothing(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_notify($1, '')", CHANNEL).fetch_one(connection).await?;
    Ok(())
}
