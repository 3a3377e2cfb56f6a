use sqlx::PgConnection;

/// Returns the taken codes that begin with the stem. The lock serialises the creation of codes.
pub async fn lock_and_find(tx: &mut PgConnection, stem: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('sovqat.auth.referral', 0))")
        .fetch_one(&mut *tx)
        .await?;
    sqlx::query_scalar!(
        r#"select referral_code as "code!"
           from account
           where referral_code = $1 or referral_code like $1 || '-%'"#,
        stem,
    )
    .fetch_all(tx)
    .await
}

/// Returns `None` if the account has a code.
pub async fn name_without_code(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<(String, String)>> {
    let row = sqlx::query!(
        "select first_name, last_name from account where account_id = $1 and referral_code is null",
        account,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (row.first_name, row.last_name)))
}

pub async fn set_code(tx: &mut PgConnection, account: i64, code: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update account set referral_code = $2 where account_id = $1 and referral_code is null",
        account,
        code
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn blogger_with_code(tx: &mut PgConnection, code: &str) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select account_id from account where referral_code = $1 and is_blogger", code)
        .fetch_optional(tx)
        .await
}
