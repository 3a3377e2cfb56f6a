//! Table `notification`. Lists and counts call SQL functions, which have settings of the query planner.

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::PgConnection;

pub struct NotificationRow {
    pub notification_id: i64,
    pub kind: String,
    pub subject: serde_json::Value,
    pub link: Option<String>,
    pub viewed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

pub struct NewNotification<'a> {
    pub account_id: i64,
    pub kind: &'a str,
    pub subject: &'a serde_json::Value,
    pub link: Option<&'a str>,
    pub created_at: DateTime<Utc>,
}

/// Skips erased accounts.
pub async fn insert_all(tx: &mut PgConnection, notifications: &[NewNotification<'_>]) -> sqlx::Result<()> {
    if notifications.is_empty() {
        return Ok(());
    }
    let accounts: Vec<_> = notifications.iter().map(|new| new.account_id).collect();
    let kinds: Vec<_> = notifications.iter().map(|new| new.kind.to_owned()).collect();
    let subjects: Vec<_> = notifications.iter().map(|new| new.subject.clone()).collect();
    let links: Vec<_> = notifications.iter().map(|new| new.link.map(str::to_owned)).collect();
    let created_at: Vec<_> = notifications.iter().map(|new| new.created_at).collect();
    sqlx::query!(
        "insert into notification (account_id, kind, subject, link, created_at)
         select account_id, kind, subject, link, created_at
         from unnest(
                  (select $1::bigint[]), (select $2::text[]), (select $3::jsonb[]), (select $4::text[]),
                  (select $5::timestamptz[])
              ) with ordinality as new (account_id, kind, subject, link, created_at, place)
         where not exists (select from departed where departed.account_id = new.account_id)
         order by place",
        &accounts,
        &kinds,
        &subjects,
        &links as &[Option<String>],
        &created_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Newest first.
pub async fn page_for(tx: &mut PgConnection, account: i64, page: Page) -> sqlx::Result<Vec<NotificationRow>> {
    sqlx::query_as!(
        NotificationRow,
        r#"select
               notification_id as "notification_id!", kind as "kind!", subject as "subject!", link, viewed_at,
               created_at as "created_at!"
           from newest_of($1, $2, $3)"#,
        account,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select told_of($1) as "count!""#, account).fetch_one(tx).await
}

/// Every page of the shop shows this count, so it has an index.
pub async fn count_unread_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select unread_of($1) as "count!""#, account).fetch_one(tx).await
}

pub async fn count_viewed_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select told_of($1) - unread_of($1) as "count!""#, account).fetch_one(tx).await
}

pub async fn mark_viewed_for(
    tx: &mut PgConnection,
    account: i64,
    notification: i64,
    at: DateTime<Utc>,
) -> sqlx::Result<Option<NotificationRow>> {
    sqlx::query_as!(
        NotificationRow,
        "update notification
         set viewed_at = coalesce(viewed_at, $3)
         where notification_id = $2 and account_id = $1
         returning notification_id, kind, subject, link, viewed_at, created_at",
        account,
        notification,
        at,
    )
    .fetch_optional(tx)
    .await
}

/// In a fixed order, because two tabs of a browser could deadlock.
pub async fn mark_all_viewed_for(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update notification
         set viewed_at = $2
         where account_id = $1 and notification_id in (
             select notification_id
             from notification
             where account_id = $1 and viewed_at is null
             order by notification_id
             for update
         )",
        account,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from notification where account_id = $1", account).execute(tx).await?;
    Ok(())
}
