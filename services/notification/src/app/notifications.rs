//! What a reader does: reading, and asking what is new. What is told is written by the feed, in the transaction of its cursor.

use kit::{Error, Result};

use crate::{
    App,
    db::{self, news::News, notification::Row},
};

/// Of what came after a notification, so much is told. Who was away for longer looks at the list.
const MOST_NEWS: i64 = 50;

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

/// Nothing is told to who knows of none yet, and everything that comes later: they ask again with `last_id`.
pub async fn since(app: &App, account: i64, after: Option<i64>) -> Result<News> {
    let mut connection = app.pool.acquire().await?;
    Ok(db::news::news_for(&mut connection, account, after, MOST_NEWS).await?)
}
