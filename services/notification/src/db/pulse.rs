//! The channel on which the table of notifications says whose list has changed: see the triggers of `0010_pulse.sql`.

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
