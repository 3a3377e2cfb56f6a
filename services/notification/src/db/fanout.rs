//! What many are told, and how far that has come.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct New<'a> {
    pub occasion: &'a str,
    pub audience: &'a str,
    pub audience_id: i64,
    pub topic: &'a str,
    pub kind: &'a str,
    pub subject: &'a serde_json::Value,
    pub link: &'a str,
    pub occurred_at: DateTime<Utc>,
    pub worth_until: DateTime<Utc>,
}

/// An occasion is told once.
pub async fn insert(tx: &mut PgConnection, new: &New<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into fanout
             (occasion, audience, audience_id, topic, kind, subject, link, occurred_at, worth_until, moved_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)
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
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct Row {
    pub fanout_id: i64,
    pub audience: String,
    pub audience_id: i64,
    pub topic: String,
    pub kind: String,
    pub occurred_at: DateTime<Utc>,
    pub worth_until: DateTime<Utc>,
    pub cursor: i64,
}

/// The one that waited longest: a thousand likers of a product do not wait for a million followers of a store.
pub async fn next(tx: &mut PgConnection) -> sqlx::Result<Option<Row>> {
    sqlx::query_as!(
        Row,
        "select fanout_id, audience, audience_id, topic, kind, occurred_at, worth_until, cursor
         from fanout
         where ended_at is null
         order by moved_at
         limit 1",
    )
    .fetch_optional(tx)
    .await
}

/// One page of the audience, in one statement each. The arrays are one account's each: who is told in the shop, and who outside.
pub struct Page<'a> {
    pub fanout_id: i64,
    /// In ascending order.
    pub accounts: &'a [i64],
    pub topic: &'a str,
    /// Whether somebody who has chosen nothing is told in the shop.
    pub in_app_by_default: bool,
    /// Ways out of the shop that the kind may take and that nobody has without having chosen them.
    pub ways_out: &'a [String],
    pub rank: i16,
}

/// Writes a notification to each of the page who wants it in the shop, has not left and was not told before. Returns how many.
pub async fn tell(tx: &mut PgConnection, page: &Page<'_>) -> sqlx::Result<u64> {
    let told = sqlx::query!(
        "insert into notification (account_id, kind, subject, link, occasion, created_at)
         select told.account_id, fanout.kind, fanout.subject, fanout.link, fanout.occasion, fanout.occurred_at
         from fanout
         cross join lateral to_be_told($1, $3, $4, fanout.occasion) as told (account_id)
         where fanout.fanout_id = $2",
        page.accounts,
        page.fanout_id,
        page.topic,
        page.in_app_by_default,
    )
    .execute(tx)
    .await?;
    Ok(told.rows_affected())
}

/// Writes a telling for each of the page who has agreed to some way out of the shop and has not left.
pub async fn tell_outside(tx: &mut PgConnection, page: &Page<'_>) -> sqlx::Result<u64> {
    let told = sqlx::query!(
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
        page.ways_out,
        page.rank,
    )
    .execute(tx)
    .await?;
    Ok(told.rows_affected())
}

/// Moves on from `from`. False when another has moved on meanwhile: then nothing of the page may be written.
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

/// Lets the others go first.
pub async fn put_back(tx: &mut PgConnection, fanout: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update fanout set moved_at = $2 where fanout_id = $1", fanout, at).execute(tx).await?;
    Ok(())
}

pub async fn end(tx: &mut PgConnection, fanout: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update fanout set ended_at = coalesce(ended_at, $2) where fanout_id = $1", fanout, at)
        .execute(tx)
        .await?;
    Ok(())
}

/// What is over is told to nobody any more.
pub async fn end_occasion(tx: &mut PgConnection, occasion: &str, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update fanout set ended_at = $2 where occasion = $1 and ended_at is null", occasion, at)
        .execute(tx)
        .await?;
    Ok(())
}

/// Forgets up to `limit` that ended before `before`; returns how many.
pub async fn forget_ended_before(tx: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from fanout
         where fanout_id in (select fanout_id from fanout where ended_at < $1 limit $2)",
        before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(forgotten.rows_affected())
}

pub async fn count_under_way(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from fanout where ended_at is null"#).fetch_one(tx).await
}
