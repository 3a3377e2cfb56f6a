//! The table that stands for everybody's phones and mailboxes in local mode.

use chrono::{DateTime, Utc};
use kit::db::together;
use sqlx::PgConnection;

/// It is bounded, for a load test signs up by the thousand.
const KEPT: i64 = 2_000;

pub struct Row {
    pub recipient: String,
    pub channel: String,
    pub subject: String,
    pub body_text: String,
    pub body_html: String,
    pub received_at: DateTime<Utc>,
}

impl together::Question for Row {
    type Answer = ();

    async fn answer(connection: &mut PgConnection, rows: &[Self]) -> kit::Result<Vec<()>> {
        insert_all(connection, rows).await?;
        Ok(rows.iter().map(|_| ()).collect())
    }
}

/// Keeps these, and of those before them the newest.
async fn insert_all(connection: &mut PgConnection, rows: &[Row]) -> sqlx::Result<()> {
    let words = |of: fn(&Row) -> &String| rows.iter().map(|row| of(row).clone()).collect::<Vec<_>>();
    let received_at: Vec<_> = rows.iter().map(|row| row.received_at).collect();
    sqlx::query!(
        "with kept as (
             insert into inbox (recipient, channel, subject, body_text, body_html, received_at)
             select recipient, channel, subject, body_text, body_html, received_at
             from unnest(
                      (select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::text[]),
                      (select $5::text[]), (select $6::timestamptz[])
                  ) with ordinality as new (recipient, channel, subject, body_text, body_html, received_at, place)
             order by place
             returning inbox_id
         )
         delete from inbox
         where inbox_id <= (select max(inbox_id) from kept) - $7::bigint",
        &words(|row| &row.recipient),
        &words(|row| &row.channel),
        &words(|row| &row.subject),
        &words(|row| &row.body_text),
        &words(|row| &row.body_html),
        &received_at,
        KEPT,
    )
    .execute(connection)
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
