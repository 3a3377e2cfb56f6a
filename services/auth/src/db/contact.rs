//! Reads the contact data of accounts, for other services that send messages to customers.

use sqlx::PgConnection;

/// The contact data of an account. It has no `Debug`, because it must not be logged.
pub struct ContactRow {
    pub account_id: i64,
    pub email: Option<String>,
    pub email_verified: bool,
    /// The phone number, or empty if the account has none.
    pub phone_number: String,
    pub language: String,
}

/// Returns the contact data of the accounts that exist.
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
