//! Table `inbox`: messages of local mode, which are stored instead of being sent.

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;

/// Older messages are deleted, because load tests send many thousands.
const MAX_MESSAGES: i64 = 2_000;

pub struct InboxRow {
    pub recipient: String,
    pub channel: String,
    pub subject: String,
    pub body_text: String,
    pub body_html: String,
    pub received_at: DateTime<Utc>,
}

impl batch::BatchQuery for InboxRow {
    type Output = ();

    async fn load_batch(connection: &mut PgConnection, rows: &[Self]) -> kit::Result<Vec<()>> {
        insert_all(connection, rows).await?;
        Ok(rows.iter().map(|_| ()).collect())
    }
}

async fn insert_all(connection: &mut PgConnection, rows: &[InboxRow]) -> sqlx::Result<()> {
    let texts = |get: fn(&InboxRow) -> &String| rows.iter().map(|row| get(row).clone()).collect::<Vec<_>>();
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
        &texts(|row| &row.recipient),
        &texts(|row| &row.channel),
        &texts(|row| &row.subject),
        &texts(|row| &row.body_text),
        &texts(|row| &row.body_html),
        &received_at,
        MAX_MESSAGES,
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn newest(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<InboxRow>> {
    sqlx::query_as!(
        InboxRow,
        "select recipient, channel, subject, body_text, body_html, received_at
         from inbox
         order by inbox_id desc
         limit $1",
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn newest_of(tx: &mut PgConnection, recipient: &str, limit: i64) -> sqlx::Result<Vec<InboxRow>> {
    sqlx::query_as!(
        InboxRow,
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
