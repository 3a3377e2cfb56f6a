//! Messages with a link that undoes a change by somebody else.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::{security_event::EventKind, token::TokenHash};

pub struct NewNotice<'a> {
    pub token: &'a TokenHash,
    pub event_id: i64,
    pub account_id: i64,
    // What the change replaced.
    pub former_email: Option<&'a str>,
    pub former_phone: Option<&'a str>,
    pub expires_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewNotice<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into security_notice (token_hash, event_id, account_id, former_email, former_phone, expires_at)
         values ($1, $2, $3, $4, $5, $6)",
        new.token.as_bytes(),
        new.event_id,
        new.account_id,
        new.former_email,
        new.former_phone,
        new.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct NoticeRow {
    pub event_id: i64,
    pub account_id: i64,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    pub kind: String,
    pub happened_at: DateTime<Utc>,
    pub browser: String,
    pub system: String,
}

pub async fn find(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<Option<NoticeRow>> {
    sqlx::query_as!(
        NoticeRow,
        "select notice.event_id, notice.account_id, expires_at, used_at, kind, happened_at, browser, system
         from security_notice as notice
         join security_event using (event_id)
         where token_hash = $1",
        token.as_bytes(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn count_since(
    tx: &mut PgConnection,
    account: i64,
    kind: EventKind,
    since: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from security_notice as notice
           join security_event using (event_id)
           where notice.account_id = $1 and kind = $2 and happened_at > $3"#,
        account,
        kind.key(),
        since,
    )
    .fetch_one(tx)
    .await
}

/// The contact data before the first of several changes. `None` if it did not change.
pub struct Former {
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// Uses up the notices of this and all later events, and returns the oldest contact data that they replaced.
pub async fn use_since(tx: &mut PgConnection, account: i64, event: i64, at: DateTime<Utc>) -> sqlx::Result<Former> {
    sqlx::query_as!(
        Former,
        r#"with used as (
               update security_notice
               set used_at = $3
               where account_id = $1 and event_id >= $2 and used_at is null
               returning event_id, former_email, former_phone
           )
           select (array_agg(former_email order by event_id) filter (where former_email is not null))[1] as email,
                  (array_agg(former_phone order by event_id) filter (where former_phone is not null))[1] as phone
           from used"#,
        account,
        event,
        at,
    )
    .fetch_one(tx)
    .await
}

pub async fn delete_expired_before(
    tx: &mut PgConnection,
    expired_before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from security_notice
         where token_hash in (
             select token_hash
             from security_notice
             where expires_at < $1
             order by expires_at
             limit $2
             for update skip locked
         )",
        expired_before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}
