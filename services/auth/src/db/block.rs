//! Blocks accounts. Database triggers then end the sessions and revoke the tokens.

use chrono::{DateTime, Utc};
use kit::{Error, Result, db::OnConstraint as _};
use sqlx::PgConnection;

pub struct Target {
    pub has_roles: bool,
    pub is_blocked: bool,
}

pub async fn lock(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<Target>> {
    sqlx::query_as!(
        Target,
        r#"select roles <> '{}' as "has_roles!", blocked_at is not null as "is_blocked!"
           from account
           where account_id = $1
           for no key update"#,
        account,
    )
    .fetch_optional(tx)
    .await
}

/// Fails with `last_owner` if no owner of the shop could sign in any more.
pub async fn set(tx: &mut PgConnection, account: i64, blocked_by: i64, reason: &str, at: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update account set blocked_at = $4, blocked_by = $2, block_reason = $3 where account_id = $1",
        account,
        blocked_by,
        reason,
        at,
    )
    .execute(tx)
    .await
    .on_constraint("account_last_owner", || Error::conflict("last_owner"))?;
    Ok(())
}

/// Ended sessions stay ended.
pub async fn clear(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update account set blocked_at = null, blocked_by = null, block_reason = null where account_id = $1",
        account,
    )
    .execute(tx)
    .await?;
    Ok(())
}
