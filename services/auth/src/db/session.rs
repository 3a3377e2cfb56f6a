//! Stores the sessions of customers and staff. A session is a sign-in on one device. It is ended for a reason, such as
//! a sign-out, or expires when nobody uses it.

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{
    device::{Device, DeviceHash},
    session_kind::SessionKind,
    token::TokenHash,
};

/// Why a session ended.
#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    SignOut,
    /// An exchanged refresh token was used again, so it was copied.
    Reuse,
    PasswordReset,
    PasswordChange,
    PhoneChange,
    /// The owner ended the session from another device.
    Device,
    /// The owner ended all sessions but one.
    All,
    /// The owner reported that somebody else made a change.
    Disowned,
    /// A member of staff ended the session.
    Staff,
    /// The account's last role was withdrawn, which ends its staff sessions.
    NoRole,
}

impl EndReason {
    fn key(self) -> &'static str {
        self.into()
    }
}

/// A session to insert.
pub struct NewSession<'a> {
    pub session_id: Uuid,
    pub account_id: i64,
    pub device: Device,
    pub device_hash: Option<DeviceHash>,
    pub at: DateTime<Utc>,
    /// The CSRF token of a staff session, whose second factor was just checked, or `None` for a customer session.
    pub staff_csrf: Option<&'a str>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewSession<'_>) -> sqlx::Result<()> {
    let kind = if new.staff_csrf.is_some() { SessionKind::Staff } else { SessionKind::Customer };
    sqlx::query!(
        "insert into session (session_id, account_id, kind, browser, system, device_hash, created_at, last_used_at, csrf_token,
                              second_factor_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)",
        new.session_id,
        new.account_id,
        kind.key(),
        new.device.browser,
        new.device.system,
        new.device_hash.as_ref().map(DeviceHash::as_bytes),
        new.at,
        new.staff_csrf,
        new.staff_csrf.map(|_| new.at),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A query whether the account's session is open, and access tokens of the generation are not revoked.
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

/// A session whose tokens no other transaction exchanges now.
pub struct LockedSession {
    pub session_id: Uuid,
    pub account_id: i64,
    pub is_of_staff: bool,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
}

impl LockedSession {
    pub fn kind(&self) -> SessionKind {
        if self.is_of_staff { SessionKind::Staff } else { SessionKind::Customer }
    }
}

/// Finds a token's session and locks it, so that its tokens are exchanged one after another.
pub async fn lock_by_token(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<Option<LockedSession>> {
    sqlx::query_as!(
        LockedSession,
        r#"select session_id, account_id, kind = 'staff' as "is_of_staff!", created_at, ended_at
           from session
           where session_id = (select session_id from refresh_token where token_hash = $1)
           for no key update"#,
        token.as_bytes(),
    )
    .fetch_optional(tx)
    .await
}

/// Records that a session was used.
pub async fn touch(tx: &mut PgConnection, session: Uuid, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update session set last_used_at = $2 where session_id = $1", session, at).execute(tx).await?;
    Ok(())
}

/// Ends a session. Does nothing if it has already ended.
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

/// Ends all open sessions of an account except `keep`.
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

/// An open session as its owner sees it.
pub struct OpenSession {
    pub session_id: Uuid,
    pub browser: String,
    pub system: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
}

/// The times after which a session must have begun and been used, or it has expired.
pub struct Unexpired {
    pub used_since: DateTime<Utc>,
    pub begun_after: DateTime<Utc>,
}

/// Returns the open sessions that have not expired, most recently used first. Sessions of customers and staff have
/// different limits.
pub async fn open_for(
    tx: &mut PgConnection,
    account: i64,
    customer: &Unexpired,
    staff: &Unexpired,
    limit: i64,
) -> sqlx::Result<Vec<OpenSession>> {
    sqlx::query_as!(
        OpenSession,
        "select session_id, browser, system, created_at, last_used_at
         from session
         where account_id = $1 and ended_at is null
             and last_used_at > case kind when 'staff' then $4::timestamptz else $2 end
             and created_at > case kind when 'staff' then $5::timestamptz else $3 end
         order by last_used_at desc, session_id
         limit $6",
        account,
        customer.used_since,
        customer.begun_after,
        staff.used_since,
        staff.begun_after,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Locks an open session and returns its start.
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

/// Returns whether the account has opened a staff session in this browser. Expired sessions count until they are
/// deleted.
pub async fn has_staff_session_in(tx: &mut PgConnection, account: i64, device: DeviceHash) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from session where account_id = $1 and kind = 'staff' and device_hash = $2
           ) as "has!""#,
        account,
        device.as_bytes(),
    )
    .fetch_one(tx)
    .await
}

/// Records a check of the second factor. Returns the staff session's start, or `None` if it has ended.
pub async fn set_second_factor_at(
    tx: &mut PgConnection,
    account: i64,
    session: Uuid,
    at: DateTime<Utc>,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "update session
         set second_factor_at = $3
         where account_id = $1 and session_id = $2 and kind = 'staff' and ended_at is null
         returning created_at",
        account,
        session,
        at,
    )
    .fetch_optional(tx)
    .await
}

/// Ends the account's staff sessions if it has no role.
pub async fn end_without_role(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update session
         set ended_at = $2, end_reason = $3
         where account_id = $1 and kind = 'staff' and ended_at is null
             and exists (select from account where account_id = $1 and roles = '{}')",
        account,
        at,
        EndReason::NoRole.key(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes up to `limit` sessions that were last used before `used_before`, with their tokens, and returns their
/// number.
pub async fn delete_unused_since(tx: &mut PgConnection, used_before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
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
        used_before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}
