use chrono::{DateTime, Utc};
use kit::{Error, Language, db::OnConstraint as _};
use sqlx::PgConnection;

use crate::domain::profile::{BirthDate, Changes};

/// Serialises requests that count or change rows of the account in other tables.
pub async fn lock(tx: &mut PgConnection, account: i64) -> sqlx::Result<bool> {
    let locked = sqlx::query_scalar!("select account_id from account where account_id = $1 for no key update", account);
    Ok(locked.fetch_optional(tx).await?.is_some())
}

pub async fn update_for(tx: &mut PgConnection, account: i64, changes: &Changes) -> sqlx::Result<()> {
    sqlx::query!(
        "update account
         set first_name = coalesce($2, first_name),
             last_name = coalesce($3, last_name),
             birth_date = case when $4 then $5 else birth_date end,
             language = coalesce($6, language)
         where account_id = $1",
        account,
        changes.first_name,
        changes.last_name,
        changes.birth_date.is_some(),
        changes.birth_date.and_then(BirthDate::date),
        changes.language.map(Language::code),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn registered_at_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select created_at from account where account_id = $1", account).fetch_optional(tx).await
}

pub async fn is_blogger_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<bool> {
    let is_blogger = sqlx::query_scalar!("select is_blogger from account where account_id = $1", account);
    Ok(is_blogger.fetch_optional(tx).await?.unwrap_or_default())
}

pub async fn make_blogger(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update account set is_blogger = true where account_id = $1", account).execute(tx).await?;
    Ok(())
}

pub async fn schedule_deletion_for(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<bool> {
    let scheduled =
        sqlx::query!("update account set deletes_at = $2 where account_id = $1 and deletes_at is null", account, at);
    Ok(scheduled.execute(tx).await?.rows_affected() == 1)
}

/// Fails with `phone_missing` if no sign-in would be possible.
pub async fn cancel_deletion_for(tx: &mut PgConnection, account: i64) -> kit::Result<()> {
    sqlx::query!("update account set deletes_at = null where account_id = $1", account)
        .execute(tx)
        .await
        .on_constraint("account_reachable_check", || Error::conflict("phone_missing"))?;
    Ok(())
}

/// Staff accounts stay until their roles are withdrawn.
pub async fn erase_due(tx: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "delete from account
         where account_id = (
             select account_id
             from account
             where deletes_at <= $1 and roles = '{}'
             order by deletes_at
             limit 1
             for update skip locked
         )
         returning account_id",
        now,
    )
    .fetch_optional(tx)
    .await
}
