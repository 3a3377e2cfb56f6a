//! Marks notifications as read.

use kit::{Error, Result};

use crate::{
    App,
    db::{self, notification::NotificationRow},
};

/// A repeated call keeps the time of the first call.
pub async fn read(app: &App, account: i64, notification: i64) -> Result<NotificationRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let row = db::notification::mark_viewed_for(&mut tx, account, notification, app.clock.now()).await?;
    tx.commit().await?;
    row.ok_or(Error::NotFound("notification_not_found"))
}

/// Returns how many have arrived in the meantime.
pub async fn read_all(app: &App, account: i64) -> Result<i64> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::notification::mark_all_viewed_for(&mut tx, account, app.clock.now()).await?;
    let unread = db::notification::count_unread_for(&mut tx, account).await?;
    tx.commit().await?;
    Ok(unread)
}
