//! Contact data of accounts.

use sqlx::PgConnection;

/// Has no `Debug`, so that it cannot be logged by mistake.
pub struct ContactRow {
    pub account_id: i64,
    pub email: Option<String>,
    pub email_verified: bool,
    pub phone_number: String,
    pub language: String,
}

/// Returns the contacts of the accounts that exist.
pub async fn of(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<Vec<ContactRow>> {
    sqlx::query_as!(
        ContactRow,
        "select account_id, email, email_verified, phone_number, language
         from account
         where account_id = any ($1)
         order by account_id",
        accounts,
    )
    .fetch_all(tx)
    .await
}
