//! Secrets of authenticator apps. A draft is a secret that no code has confirmed yet.

use chrono::{DateTime, Utc};
use kit::{Error, Result, db::OnConstraint as _};
use sqlx::PgConnection;

pub async fn find_secret(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!("select secret from totp where account_id = $1", account).fetch_optional(tx).await
}

/// `last_step` is the time step of the code that confirmed the secret.
pub async fn put(
    tx: &mut PgConnection,
    account: i64,
    secret: &[u8],
    last_step: i64,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into totp (account_id, secret, last_step, created_at)
         values ($1, $2, $3, $4)
         on conflict (account_id) do update
         set secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at",
        account,
        secret,
        last_step,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns `false` if a code of this or a later step was accepted before.
pub async fn accept_step(tx: &mut PgConnection, account: i64, step: i64) -> sqlx::Result<bool> {
    let accepted =
        sqlx::query!("update totp set last_step = $2 where account_id = $1 and last_step < $2", account, step)
            .execute(tx)
            .await?;
    Ok(accepted.rows_affected() == 1)
}

pub async fn delete(tx: &mut PgConnection, account: i64) -> Result<bool> {
    let deleted = sqlx::query!("delete from totp where account_id = $1", account)
        .execute(tx)
        .await
        .on_constraint("account_last_second_factor", || Error::conflict("last_second_factor"))?;
    Ok(deleted.rows_affected() == 1)
}

/// Removes the app and its recovery codes: with `since`, only if the app was set up at that time or later.
pub async fn delete_since(tx: &mut PgConnection, account: i64, since: Option<DateTime<Utc>>) -> Result<()> {
    sqlx::query!(
        "with app as (
             delete from totp
             where account_id = $1 and ($2::timestamptz is null or created_at >= $2)
             returning account_id
         )
         delete from recovery_code using app where recovery_code.account_id = app.account_id",
        account,
        since,
    )
    .execute(tx)
    .await
    .on_constraint("account_last_second_factor", || Error::conflict("last_second_factor"))?;
    Ok(())
}

pub async fn put_draft(
    tx: &mut PgConnection,
    account: i64,
    secret: &[u8],
    expires_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into totp_draft (account_id, secret, expires_at)
         values ($1, $2, $3)
         on conflict (account_id) do update set secret = excluded.secret, expires_at = excluded.expires_at",
        account,
        secret,
        expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn take_draft(tx: &mut PgConnection, account: i64, now: DateTime<Utc>) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        "delete from totp_draft where account_id = $1 and expires_at > $2 returning secret",
        account,
        now
    )
    .fetch_optional(tx)
    .await
}
