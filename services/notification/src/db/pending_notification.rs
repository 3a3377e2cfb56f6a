//! Table `telling`: notifications that are not yet turned into deliveries.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct NewPendingNotification<'a> {
    pub account_id: i64,
    pub kind: &'a str,
    pub subject: &'a serde_json::Value,
    pub link: Option<&'a str>,
    /// Smaller values are more urgent.
    pub rank: i16,
    pub occurred_at: DateTime<Utc>,
    pub traceparent: Option<String>,
}

/// Skips erased accounts.
pub async fn insert_all(tx: &mut PgConnection, notifications: &[NewPendingNotification<'_>]) -> sqlx::Result<()> {
    if notifications.is_empty() {
        return Ok(());
    }
    let accounts: Vec<_> = notifications.iter().map(|new| new.account_id).collect();
    let kinds: Vec<_> = notifications.iter().map(|new| new.kind.to_owned()).collect();
    let subjects: Vec<_> = notifications.iter().map(|new| new.subject.clone()).collect();
    let links: Vec<_> = notifications.iter().map(|new| new.link.map(str::to_owned)).collect();
    let ranks: Vec<_> = notifications.iter().map(|new| new.rank).collect();
    let occurred_at: Vec<_> = notifications.iter().map(|new| new.occurred_at).collect();
    let traces: Vec<_> = notifications.iter().map(|new| new.traceparent.clone()).collect();
    sqlx::query!(
        "insert into telling (account_id, kind, subject, link, rank, occurred_at, traceparent)
         select account_id, kind, subject, link, rank, occurred_at, traceparent
         from unnest(
                  (select $1::bigint[]), (select $2::text[]), (select $3::jsonb[]), (select $4::text[]),
                  (select $5::smallint[]), (select $6::timestamptz[]), (select $7::text[])
              ) with ordinality as new (account_id, kind, subject, link, rank, occurred_at, traceparent, place)
         where not exists (select from departed where departed.account_id = new.account_id)
         order by place",
        &accounts,
        &kinds,
        &subjects,
        &links as &[Option<String>],
        &ranks,
        &occurred_at,
        &traces as &[Option<String>],
    )
    .execute(tx)
    .await?;
    Ok(())
}

#[derive(Clone)]
pub struct PendingNotification {
    pub telling_id: i64,
    pub account_id: i64,
    pub kind: String,
    pub subject: serde_json::Value,
    pub link: Option<String>,
    pub occurred_at: DateTime<Utc>,
    pub traceparent: Option<String>,
}

/// The most urgent first, then the oldest.
pub async fn next(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<PendingNotification>> {
    sqlx::query_as!(
        PendingNotification,
        "select telling_id, account_id, kind, subject, link, occurred_at, traceparent
         from telling
         order by rank, telling_id
         limit $1",
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Deletes notifications, so that no other replica gets them. Returns the deleted ids.
pub async fn claim(tx: &mut PgConnection, telling_ids: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("delete from telling where telling_id = any ($1) returning telling_id", telling_ids)
        .fetch_all(tx)
        .await
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from telling where account_id = $1", account).execute(tx).await?;
    Ok(())
}
