//! What a reader does. What is told is written by the feed, in the transaction of its cursor.

use kit::{Error, Result};

use crate::{
    App,
    db::{self, notification::Row},
};

/// Marks a notification of `account` as read. Reading twice is reading once: the first moment stays.
pub async fn read(app: &App, account: i64, notification: i64) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    let row = db::notification::mark_viewed_for(&mut tx, account, notification, app.clock.now()).await?;
    tx.commit().await?;
    row.ok_or(Error::NotFound("notification_not_found"))
}

/// Marks all of `account` as read. How many are unread now: what came meanwhile.
pub async fn read_all(app: &App, account: i64) -> Result<i64> {
    let mut tx = app.pool.begin().await?;
    db::notification::mark_all_viewed_for(&mut tx, account, app.clock.now()).await?;
    let unread = db::notification::count_unread_for(&mut tx, account).await?;
    tx.commit().await?;
    Ok(unread)
}
