//! Invitations of staff.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::token::TokenHash;

pub struct NewInvitation<'a> {
    pub token: &'a TokenHash,
    pub role: &'a str,
    pub phone: &'a str,
    /// `None` for the command line.
    pub invited_by: Option<i64>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewInvitation<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into staff_invitation (token_hash, role, phone_number, invited_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)
         returning invitation_id",
        new.token.as_bytes(),
        new.role,
        new.phone,
        new.invited_by,
        new.created_at,
        new.expires_at,
    )
    .fetch_one(tx)
    .await
}

pub struct PendingInvitation {
    pub invitation_id: i64,
    pub phone_number: String,
    pub role: String,
    pub expires_at: DateTime<Utc>,
}

pub async fn pending(connection: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<PendingInvitation>> {
    sqlx::query_as!(
        PendingInvitation,
        "select invitation_id, phone_number, role, expires_at
         from staff_invitation
         where accepted_at is null and expires_at > $1
         order by expires_at desc",
        now,
    )
    .fetch_all(connection)
    .await
}

pub async fn delete_pending(tx: &mut PgConnection, id: i64) -> sqlx::Result<bool> {
    let deleted =
        sqlx::query!("delete from staff_invitation where invitation_id = $1 and accepted_at is null", id).execute(tx);
    Ok(deleted.await?.rows_affected() == 1)
}

pub struct LockedInvitation {
    pub invitation_id: i64,
    pub role: String,
    pub phone_number: String,
    pub invited_by: Option<i64>,
    pub expires_at: DateTime<Utc>,
    pub accepted_at: Option<DateTime<Utc>>,
}

/// The lock makes sure that a link is accepted once.
pub async fn lock(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<Option<LockedInvitation>> {
    sqlx::query_as!(
        LockedInvitation,
        "select invitation_id, role, phone_number, invited_by, expires_at, accepted_at
         from staff_invitation
         where token_hash = $1
         for update",
        token.as_bytes(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn set_accepted(tx: &mut PgConnection, id: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update staff_invitation set accepted_at = $2 where invitation_id = $1", id, at).execute(tx).await?;
    Ok(())
}
