mod end;

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{
    device::{Device, DeviceHash},
    session_kind::SessionKind,
    token::TokenHash,
};

pub use end::{EndReason, end_all_for, end_for, end_without_role};

pub struct NewSession<'a> {
    pub session_id: Uuid,
    pub account_id: i64,
    pub device: Device,
    pub device_hash: Option<DeviceHash>,
    pub at: DateTime<Utc>,
    /// A customer session has none.
    pub staff_csrf: Option<&'a str>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewSession<'_>) -> sqlx::Result<()> {
    let kind = if new.staff_csrf.is_some() { SessionKind::Staff } else { SessionKind::Customer };
    sqlx::query!(
        "insert into session (session_id, account_id, kind, browser, system, device_hash, created_at, last_used_at,
                              csrf_token, second_factor_at)
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

/// Asks whether the session is open and its tokens are of an unrevoked generation.
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
                   where session_id = lookup.session_id and account_id = lookup.account_id and ended_at is null
                       and token_generation <= lookup.generation
               ) as "exists!"
               from unnest((select $1::bigint[]), (select $2::uuid[]), (select $3::bigint[]))
                   with ordinality as lookup (account_id, session_id, generation, query_number)
               order by query_number"#,
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
    pub is_of_staff: bool,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
}

impl LockedSession {
    pub fn kind(&self) -> SessionKind {
        if self.is_of_staff { SessionKind::Staff } else { SessionKind::Customer }
    }
}

/// Also locks an ended session.
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

pub async fn touch(tx: &mut PgConnection, session: Uuid, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update session set last_used_at = $2 where session_id = $1", session, at).execute(tx).await?;
    Ok(())
}

pub struct OpenSession {
    pub session_id: Uuid,
    pub browser: String,
    pub system: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
}

/// Sessions that began or were used earlier have expired.
pub struct Unexpired {
    pub used_since: DateTime<Utc>,
    pub begun_after: DateTime<Utc>,
}

/// Lists the open and unexpired sessions, the most recently used first.
pub async fn list_open(
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

/// Locks an open session, and returns its start.
pub async fn lock_open(tx: &mut PgConnection, account: i64, session: Uuid) -> sqlx::Result<Option<DateTime<Utc>>> {
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

/// Expired sessions count until they are deleted.
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

/// Returns the start of the session, or `None` if it is no open session of staff.
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
