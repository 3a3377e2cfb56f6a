//! The table of sessions.

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{
    device::{Device, DeviceHash},
    token::TokenHash,
};

#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    SignOut,
    Reuse,
    PasswordReset,
    PasswordChange,
    /// Ended by the owner from another device.
    Device,
    /// The owner ended all sessions but one.
    All,
}

impl EndReason {
    fn key(self) -> &'static str {
        self.into()
    }
}

pub async fn insert(
    tx: &mut PgConnection,
    session: Uuid,
    account: i64,
    device: Device,
    device_hash: Option<DeviceHash>,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into session (session_id, account_id, browser, system, device_hash, created_at, last_used_at)
         values ($1, $2, $3, $4, $5, $6, $6)",
        session,
        account,
        device.browser,
        device.system,
        device_hash.as_ref().map(DeviceHash::as_bytes),
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether the session belongs to the account and is open, and tokens of this generation are valid.
pub struct IsOpen {
    pub account: i64,
    pub session: Uuid,
    pub generation: i64,
}

impl batch::BatchQuery for IsOpen {
    type Output = bool;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<bool>> {
        let (accounts, sessions): (Vec<_>, Vec<_>) = queries.iter().map(|query| (query.account, query.session)).unzip();
        let generations: Vec<_> = queries.iter().map(|query| query.generation).collect();
        let are_open = sqlx::query_scalar!(
            r#"select exists (
                   select
                   from session
                   join account using (account_id)
                   where session_id = asked.session_id and account_id = asked.account_id and ended_at is null
                       and token_generation <= asked.generation
               ) as "exists!"
               from unnest((select $1::bigint[]), (select $2::uuid[]), (select $3::bigint[]))
                   with ordinality as asked (account_id, session_id, generation, place)
               order by place"#,
            &accounts,
            &sessions,
            &generations,
        );
        Ok(are_open.fetch_all(tx).await?)
    }
}

pub struct LockedSession {
    pub session_id: Uuid,
    pub account_id: i64,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
}

/// Finds and locks the session of a token until the transaction ends, so that its tokens are exchanged one after
/// another.
pub async fn lock_by_token(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<Option<LockedSession>> {
    sqlx::query_as!(
        LockedSession,
        "select session_id, account_id, created_at, ended_at
         from session
         where session_id = (select session_id from refresh_token where token_hash = $1)
         for no key update",
        token.as_bytes(),
    )
    .fetch_optional(tx)
    .await
}

/// Records that the session was used.
pub async fn touch(tx: &mut PgConnection, session: Uuid, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update session set last_used_at = $2 where session_id = $1", session, at).execute(tx).await?;
    Ok(())
}

/// Ends a session of the account, unless it has already ended.
pub async fn end_for(
    tx: &mut PgConnection,
    account: i64,
    session: Uuid,
    reason: EndReason,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update session
         set ended_at = $3, end_reason = $4
         where session_id = $1 and account_id = $2 and ended_at is null",
        session,
        account,
        at,
        reason.key(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends the open sessions of the account, except for `keep`.
pub async fn end_all_for(
    tx: &mut PgConnection,
    account: i64,
    keep: Option<Uuid>,
    reason: EndReason,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update session
         set ended_at = $3, end_reason = $4
         where account_id = $1 and session_id is distinct from $2 and ended_at is null",
        account,
        keep,
        at,
        reason.key(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct OpenSession {
    pub session_id: Uuid,
    pub browser: String,
    pub system: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
}

/// Returns the sessions that were used since `used_since` and began after `begun_after`, most recently used first.
pub async fn open_for(
    tx: &mut PgConnection,
    account: i64,
    used_since: DateTime<Utc>,
    begun_after: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<OpenSession>> {
    sqlx::query_as!(
        OpenSession,
        "select session_id, browser, system, created_at, last_used_at
         from session
         where account_id = $1 and ended_at is null and last_used_at > $2 and created_at > $3
         order by last_used_at desc, session_id
         limit $4",
        account,
        used_since,
        begun_after,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Locks an open session until the transaction ends; returns when it began.
pub async fn lock_for(tx: &mut PgConnection, account: i64, session: Uuid) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select created_at
         from session
         where account_id = $1 and session_id = $2 and ended_at is null
         for no key update",
        account,
        session,
    )
    .fetch_optional(tx)
    .await
}

/// Deletes up to `limit` sessions not used since `then`, with their tokens; returns the number.
pub async fn delete_unused_since(tx: &mut PgConnection, then: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from session
         where session_id in (
             select session_id
             from session
             where last_used_at < $1
             order by last_used_at
             limit $2
             for update skip locked
         )",
        then,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}
