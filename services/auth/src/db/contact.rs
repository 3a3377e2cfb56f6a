use chrono::{DateTime, NaiveDate, Utc};
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

pub struct PhoneOwnerRow {
    pub account_id: i64,
    pub is_blocked: bool,
    pub birth_date: Option<NaiveDate>,
}

/// An account that waits for its deletion owns no number. That of an unused account may have a new owner.
pub async fn find_by_phone(
    tx: &mut PgConnection,
    phone: &str,
    unused_since: DateTime<Utc>,
) -> sqlx::Result<Option<PhoneOwnerRow>> {
    sqlx::query_as!(
        PhoneOwnerRow,
        r#"select account_id, blocked_at is not null as "is_blocked!", birth_date
           from account
           where phone_number = $1 and deletes_at is null
             and (blocked_at is not null or coalesce(last_used_at, created_at) >= $2)"#,
        phone,
        unused_since,
    )
    .fetch_optional(tx)
    .await
}
