use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    SignOut,
    /// An exchanged refresh token was used again.
    Reuse,
    PasswordReset,
    PasswordChange,
    PhoneChange,
    /// The owner ended it from another device.
    Device,
    /// All sessions but one were ended.
    All,
    /// The owner reported a change by somebody else.
    Disowned,
    /// Staff ended the sessions of the account.
    Staff,
    /// The account's last role was withdrawn.
    NoRole,
}

impl EndReason {
    fn key(self) -> &'static str {
        self.into()
    }
}

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

/// Ends the staff sessions of an account that has no role.
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
