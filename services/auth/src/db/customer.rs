use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub enum CustomerKey<'a> {
    Account(i64),
    Code(&'a str),
    Phone(&'a str),
    Email(&'a str),
}

impl CustomerKey<'_> {
    /// For the audit log, which must not contain the value.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Account(_) => "account",
            Self::Code(_) => "code",
            Self::Phone(_) => "phone",
            Self::Email(_) => "email",
        }
    }
}

/// A key by column. All columns but one are `None`.
#[derive(Default)]
struct KeyColumns<'a> {
    account_id: Option<i64>,
    code: Option<&'a str>,
    phone_number: Option<&'a str>,
    email: Option<&'a str>,
}

impl<'a> KeyColumns<'a> {
    fn of(key: &CustomerKey<'a>) -> Self {
        match *key {
            CustomerKey::Account(id) => Self { account_id: Some(id), ..Self::default() },
            CustomerKey::Code(code) => Self { code: Some(code), ..Self::default() },
            CustomerKey::Phone(phone) => Self { phone_number: Some(phone), ..Self::default() },
            CustomerKey::Email(email) => Self { email: Some(email), ..Self::default() },
        }
    }
}

/// No `Debug`: must not be logged.
pub struct CustomerRow {
    pub account_id: i64,
    pub code: String,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    pub email: Option<String>,
    pub email_verified: bool,
    pub language: String,
    pub created_at: DateTime<Utc>,
    pub blocked_at: Option<DateTime<Utc>>,
    pub blocked_by: Option<i64>,
    pub block_reason: Option<String>,
    pub is_blogger: bool,
    pub roles: Vec<String>,
}

/// The account that has verified an e-mail address comes first.
pub async fn find(tx: &mut PgConnection, key: &CustomerKey<'_>, limit: i64) -> sqlx::Result<Vec<CustomerRow>> {
    let columns = KeyColumns::of(key);
    // One index scan per key.
    sqlx::query_as!(
        CustomerRow,
        r#"select account_id, code, first_name, last_name, coalesce(phone_number, '') as "phone_number!", email,
                  email_verified, language, created_at, blocked_at, blocked_by, block_reason, is_blogger, roles
           from account
           where account_id = $1 or code = $2 or phone_number = $3
               or (email = $4 and email_verified) or (email = $4 and not email_verified)
           order by email_verified desc, account_id
           limit $5"#,
        columns.account_id,
        columns.code,
        columns.phone_number,
        columns.email,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub struct NewAccounts {
    /// Accounts created today (in Baku).
    pub today: i64,
    /// Accounts created on the same weekday of last week until the same time of day.
    pub last_week: i64,
}

pub async fn count_new(tx: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<NewAccounts> {
    sqlx::query_as!(
        NewAccounts,
        r#"select count(*) filter (where created_at >= midnight) as "today!",
                  count(*) filter (where created_at < midnight) as "last_week!"
           from account, (
               select date_trunc('day', $1::timestamptz at time zone 'Asia/Baku') at time zone 'Asia/Baku' as midnight
           ) as today
           where created_at >= midnight
               or created_at >= midnight - interval '7 days' and created_at < $1 - interval '7 days'"#,
        now,
    )
    .fetch_one(tx)
    .await
}
