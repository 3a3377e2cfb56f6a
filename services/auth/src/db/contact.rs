//! Where accounts are reached. It has no `Debug`, so that nothing of it is logged by mistake.

use sqlx::PgConnection;

pub struct Row {
    pub account_id: i64,
    pub email: Option<String>,
    pub email_verified: bool,
    pub phone_number: String,
    pub language: String,
}

/// Whoever is no more is left out.
pub async fn of(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        "select account_id, email, email_verified, phone_number, language
         from account
         where account_id = any ($1)
         order by account_id",
        accounts,
    )
    .fetch_all(tx)
    .await
}
