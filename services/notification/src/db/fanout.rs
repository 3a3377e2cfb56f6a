//! A fan-out notifies a whole audience. Its cursor is the last account that was notified.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct NewFanout<'a> {
    /// Identifies the event, as `campaign:12`.
    pub occasion: &'a str,
    pub audience: &'a str,
    pub audience_id: i64,
    pub topic: &'a str,
    pub kind: &'a str,
    pub subject: &'a serde_json::Value,
    pub link: &'a str,
    pub occurred_at: DateTime<Utc>,
    /// No account is notified after this time.
    pub worth_until: DateTime<Utc>,
    pub traceparent: Option<&'a str>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewFanout<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fanout
             (occasion, audience, audience_id, topic, kind, subject, link, occurred_at, worth_until, moved_at,
              traceparent)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $10)
         on conflict do nothing",
        new.occasion,
        new.audience,
        new.audience_id,
        new.topic,
        new.kind,
        new.subject,
        new.link,
        new.occurred_at,
        new.worth_until,
        new.traceparent,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct FanoutRow {
    pub fanout_id: i64,
    pub audience: String,
    pub audience_id: i64,
    pub topic: String,
    pub kind: String,
    pub occurred_at: DateTime<Utc>,
    pub worth_until: DateTime<Utc>,
    pub cursor: i64,
    pub traceparent: Option<String>,
}

/// Returns the least recently processed one, so that a small audience does not wait for a large one.
pub async fn next(tx: &mut PgConnection) -> sqlx::Result<Option<FanoutRow>> {
    sqlx::query_as!(
        FanoutRow,
        "select fanout_id, audience, audience_id, topic, kind, occurred_at, worth_until, cursor, traceparent
         from fanout
         where ended_at is null
         order by moved_at
         limit 1",
    )
    .fetch_optional(tx)
    .await
}

pub struct Page<'a> {
    pub fanout_id: i64,
    /// In ascending order.
    pub accounts: &'a [i64],
    pub topic: &'a str,
    /// Whether accounts without preferences for the topic want it in the app.
    pub in_app_by_default: bool,
    pub outside_channels: &'a [String],
    pub rank: i16,
}

/// Skips accounts that are erased, opted out or already notified.
pub async fn insert_notifications(tx: &mut PgConnection, page: &Page<'_>) -> sqlx::Result<u64> {
    let inserted = sqlx::query!(
        "insert into notification (account_id, kind, subject, link, occasion, created_at)
         select recipient.account_id, fanout.kind, fanout.subject, fanout.link, fanout.occasion, fanout.occurred_at
         from fanout
         cross join lateral to_be_told($1, $3, $4, fanout.occasion) as recipient (account_id)
         where fanout.fanout_id = $2",
        page.accounts,
        page.fanout_id,
        page.topic,
        page.in_app_by_default,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected())
}

/// Skips accounts that are erased or chose none of the outside channels.
pub async fn insert_pending(tx: &mut PgConnection, page: &Page<'_>) -> sqlx::Result<u64> {
    let inserted = sqlx::query!(
        "insert into telling (account_id, kind, subject, link, rank, occurred_at)
         select choice.account_id, fanout.kind, fanout.subject, fanout.link, $5, fanout.occurred_at
         from choice
         cross join fanout
         where fanout.fanout_id = $2
           and choice.account_id = any ($1)
           and choice.topic = $3
           and choice.ways && $4
           and not exists (select from departed where departed.account_id = choice.account_id)",
        page.accounts,
        page.fanout_id,
        page.topic,
        page.outside_channels,
        page.rank,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected())
}

/// Returns false when another replica moved the cursor first.
pub async fn advance(tx: &mut PgConnection, fanout: i64, from: i64, to: i64, at: DateTime<Utc>) -> sqlx::Result<bool> {
    let moved = sqlx::query!(
        "update fanout
         set cursor = $3, moved_at = $4
         where fanout_id = $1 and cursor = $2 and ended_at is null",
        fanout,
        from,
        to,
        at,
    )
    .execute(tx)
    .await?;
    Ok(moved.rows_affected() == 1)
}

pub async fn postpone(tx: &mut PgConnection, fanout: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update fanout set moved_at = $2 where fanout_id = $1", fanout, at).execute(tx).await?;
    Ok(())
}

pub async fn end(tx: &mut PgConnection, fanout: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update fanout set ended_at = coalesce(ended_at, $2) where fanout_id = $1", fanout, at)
        .execute(tx)
        .await?;
    Ok(())
}

/// Ends the fan-out of an event, for example when a campaign ended early.
pub async fn end_occasion(tx: &mut PgConnection, occasion: &str, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update fanout set ended_at = $2 where occasion = $1 and ended_at is null", occasion, at)
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn delete_ended_before(tx: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from fanout
         where fanout_id in (select fanout_id from fanout where ended_at < $1 limit $2)",
        before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}

pub async fn count_open(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from fanout where ended_at is null"#).fetch_one(tx).await
}
