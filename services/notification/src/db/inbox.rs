//! The table that stands for everybody's phones and mailboxes in local mode.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct Row {
    pub recipient: String,
    pub channel: String,
    pub subject: String,
    pub body_text: String,
    pub body_html: String,
    pub received_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, row: &Row) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into inbox (recipient, channel, subject, body_text, body_html, received_at)
         values ($1, $2, $3, $4, $5, $6)",
        row.recipient,
        row.channel,
        row.subject,
        row.body_text,
        row.body_html,
        row.received_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Forgets all but the newest `kept`.
pub async fn prune(tx: &mut PgConnection, kept: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from inbox
         where inbox_id <= (
             select inbox_id
             from inbox
             order by inbox_id desc
             offset $1
             limit 1
         )",
        kept,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Newest first.
pub async fn newest(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        "select recipient, channel, subject, body_text, body_html, received_at
         from inbox
         order by inbox_id desc
         limit $1",
        limit,
    )
    .fetch_all(tx)
    .await
}

/// One recipient's, newest first.
pub async fn newest_of(tx: &mut PgConnection, recipient: &str, limit: i64) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        "select recipient, channel, subject, body_text, body_html, received_at
         from inbox
         where recipient = $1
         order by inbox_id desc
         limit $2",
        recipient,
        limit,
    )
    .fetch_all(tx)
    .await
}
