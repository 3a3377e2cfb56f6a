use sqlx::PgConnection;

/// No `Debug`: must not be logged.
pub struct ContactRow {
    pub account_id: i64,
    pub email: Option<String>,
    pub email_verified: bool,
    /// Empty if missing.
    pub phone_number: String,
    pub language: String,
}

pub async fn find_all(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<Vec<ContactRow>> {
    sqlx::query_as!(
        ContactRow,
        r#"select account_id, email, email_verified, coalesce(phone_number, '') as "phone_number!", language
           from account
           where account_id = any ($1)
           order by account_id"#,
        accounts,
    )
    .fetch_all(tx)
    .await
}
