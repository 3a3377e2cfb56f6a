use chrono::{DateTime, Utc};
use kit::{Error, Result, db::OnConstraint as _};
use sqlx::{PgConnection, types::Json};
use webauthn_rs::prelude::Passkey;

pub struct PasskeyRow {
    pub passkey_id: i64,
    pub account_id: i64,
    pub credential: Json<Passkey>,
    pub name: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
}

pub async fn all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<PasskeyRow>> {
    sqlx::query_as!(
        PasskeyRow,
        r#"select passkey_id, account_id, credential as "credential: Json<Passkey>", name, created_at, last_used_at
           from passkey
           where account_id = $1
           order by passkey_id"#,
        account,
    )
    .fetch_all(tx)
    .await
}

pub async fn find(tx: &mut PgConnection, credential_id: &[u8]) -> sqlx::Result<Option<PasskeyRow>> {
    sqlx::query_as!(
        PasskeyRow,
        r#"select passkey_id, account_id, credential as "credential: Json<Passkey>", name, created_at, last_used_at
           from passkey
           where credential_id = $1"#,
        credential_id,
    )
    .fetch_optional(tx)
    .await
}

/// Serialises concurrent uses, which compare and store the counter.
pub async fn lock_for(tx: &mut PgConnection, account: i64, credential_id: &[u8]) -> sqlx::Result<Option<PasskeyRow>> {
    sqlx::query_as!(
        PasskeyRow,
        r#"select passkey_id, account_id, credential as "credential: Json<Passkey>", name, created_at, last_used_at
           from passkey
           where account_id = $1 and credential_id = $2
           for no key update"#,
        account,
        credential_id,
    )
    .fetch_optional(tx)
    .await
}

/// Fails with `passkey_known` if any account has the passkey.
pub async fn insert_for(
    tx: &mut PgConnection,
    account: i64,
    passkey: &Passkey,
    name: &str,
    at: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into passkey (account_id, credential_id, credential, name, created_at)
         values ($1, $2, $3, $4, $5)",
        account,
        passkey.cred_id().as_slice(),
        Json(passkey) as _,
        name,
        at,
    )
    .execute(tx)
    .await
    .on_constraint("passkey_credential_key", || Error::conflict("passkey_known"))?;
    Ok(())
}

/// Passkeys of demo accounts keep their counter: they are published, and each copy counts separately.
pub async fn set_used(tx: &mut PgConnection, id: i64, passkey: &Passkey, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update passkey
         set credential = case when is_demo then credential else $2 end, last_used_at = $3
         from account
         where passkey_id = $1 and account.account_id = passkey.account_id",
        id,
        Json(passkey) as _,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes the passkeys stored since `since`, or all. Fails with `last_second_factor` if staff would have none.
pub async fn delete_all_for(tx: &mut PgConnection, account: i64, since: Option<DateTime<Utc>>) -> Result<()> {
    sqlx::query!(
        "delete from passkey where account_id = $1 and ($2::timestamptz is null or created_at >= $2)",
        account,
        since
    )
    .execute(tx)
    .await
    .on_constraint("account_last_second_factor", || Error::conflict("last_second_factor"))?;
    Ok(())
}

/// Fails with `last_second_factor` if staff would have none.
pub async fn delete_for(tx: &mut PgConnection, account: i64, id: i64) -> Result<bool> {
    let deleted = sqlx::query!("delete from passkey where account_id = $1 and passkey_id = $2", account, id)
        .execute(tx)
        .await
        .on_constraint("account_last_second_factor", || Error::conflict("last_second_factor"))?;
    Ok(deleted.rows_affected() == 1)
}
