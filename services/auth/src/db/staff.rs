use kit::{Error, Result, db::OnConstraint as _};
use sqlx::PgConnection;

pub struct Member {
    pub account_id: i64,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    pub roles: Vec<String>,
}

/// Returns all members of staff, because they are few.
pub async fn members(connection: &mut PgConnection) -> sqlx::Result<Vec<Member>> {
    sqlx::query_as!(
        Member,
        r#"select account_id, first_name, last_name, coalesce(phone_number, '') as "phone_number!", roles
           from account
           where roles <> '{}'
           order by first_name, last_name, account_id"#,
    )
    .fetch_all(connection)
    .await
}

pub async fn has_role_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<bool> {
    let has_role =
        sqlx::query_scalar!(r#"select roles <> '{}' as "has_role!" from account where account_id = $1"#, account);
    Ok(has_role.fetch_optional(tx).await?.unwrap_or_default())
}

/// Fails with `last_owner` if the shop would have no owner.
pub async fn withdraw_all(tx: &mut PgConnection, account: i64) -> Result<()> {
    sqlx::query!("update account set roles = '{}' where account_id = $1", account)
        .execute(tx)
        .await
        .on_constraint("account_last_owner", || Error::conflict("last_owner"))?;
    Ok(())
}

pub struct LockedMember {
    pub roles: Vec<String>,
    pub language: String,
    pub verified_email: Option<String>,
}

pub async fn lock_member(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<LockedMember>> {
    sqlx::query_as!(
        LockedMember,
        "select roles, language, case when email_verified then email end as verified_email
         from account
         where account_id = $1 and roles <> '{}'
         for no key update",
        account,
    )
    .fetch_optional(tx)
    .await
}

/// Restores what [`withdraw_all`] removed.
pub async fn restore_roles(tx: &mut PgConnection, account: i64, roles: &[String]) -> sqlx::Result<()> {
    sqlx::query!("update account set roles = $2 where account_id = $1", account, roles).execute(tx).await?;
    Ok(())
}

/// Returns `false` if the account does not have this phone number.
pub async fn grant(tx: &mut PgConnection, account: i64, phone: &str, role: &str) -> sqlx::Result<bool> {
    let granted = sqlx::query!(
        "update account
         set roles = case when $3 = any (roles) then roles else array_append(roles, $3) end
         where account_id = $1 and phone_number = $2",
        account,
        phone,
        role,
    );
    Ok(granted.execute(tx).await?.rows_affected() == 1)
}

/// Returns `false` if the account did not have the role. Fails like [`withdraw_all`].
pub async fn withdraw(tx: &mut PgConnection, account: i64, role: &str) -> Result<bool> {
    let withdrawn = sqlx::query!(
        "update account set roles = array_remove(roles, $2) where account_id = $1 and $2 = any (roles)",
        account,
        role,
    );
    let withdrawn = withdrawn.execute(tx).await;
    let withdrawn = withdrawn.on_constraint("account_last_owner", || Error::conflict("last_owner"))?;
    Ok(withdrawn.rows_affected() == 1)
}
