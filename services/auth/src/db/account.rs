use chrono::{DateTime, NaiveDate, Utc};
use kit::{Error, db::batch};
use sqlx::{PgConnection, error::DatabaseError};
use uuid::Uuid;

use crate::domain::{code::AccountCode, email::Email, login::Login, phone::Phone};

pub struct AccountRow {
    /// Position of the query in the batch, from 1.
    query_number: i64,
    pub account_id: i64,
    pub code: String,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone_number: String,
    pub has_password: bool,
    pub is_blogger: bool,
    pub email_verified: bool,
    pub roles: Vec<String>,
    pub language: String,
    pub birth_date: Option<NaiveDate>,
    pub deletes_at: Option<DateTime<Utc>>,
    pub referral_code: Option<String>,
    /// Access tokens of lower generations are revoked.
    pub token_generation: i64,
    /// `None` for a customer session.
    pub second_factor_at: Option<DateTime<Utc>>,
    pub csrf_token: Option<String>,
}

impl AccountRow {
    /// A session without a second factor has no roles.
    pub fn session_roles(&self) -> &[String] {
        if self.second_factor_at.is_some() { &self.roles } else { &[] }
    }
}

/// Requires an open session and an unrevoked generation.
#[derive(Clone, Copy)]
pub struct SignedIn {
    pub account: i64,
    pub session: Uuid,
    pub generation: i64,
}

impl batch::BatchQuery for SignedIn {
    type Output = Option<AccountRow>;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Option<AccountRow>>> {
        let mut results: Vec<_> = queries.iter().map(|_| None).collect();
        for row in signed_in(tx, queries).await? {
            if let Some(result) = results.get_mut(row.query_number as usize - 1) {
                *result = Some(row);
            }
        }
        Ok(results)
    }
}

pub async fn find_signed_in(tx: &mut PgConnection, account: i64, session: Uuid) -> sqlx::Result<Option<AccountRow>> {
    let any_generation = i64::MAX;
    find_by_token(tx, SignedIn { account, session, generation: any_generation }).await
}

pub async fn find_by_token(tx: &mut PgConnection, token: SignedIn) -> sqlx::Result<Option<AccountRow>> {
    Ok(signed_in(tx, &[token]).await?.pop())
}

/// The arrays are wrapped in `(select …)`, so that the plan does not depend on their length and can be cached.
async fn signed_in(tx: &mut PgConnection, queries: &[SignedIn]) -> sqlx::Result<Vec<AccountRow>> {
    let (accounts, sessions): (Vec<_>, Vec<_>) = queries.iter().map(|query| (query.account, query.session)).unzip();
    let generations: Vec<_> = queries.iter().map(|query| query.generation).collect();
    sqlx::query_as!(
        AccountRow,
        r#"select query_number as "query_number!", account.account_id, code, first_name, last_name, email,
                  coalesce(phone_number, '') as "phone_number!", password_hash is not null as "has_password!",
                  is_blogger, email_verified, roles, language, birth_date, deletes_at,
                  case when is_blogger then referral_code end as referral_code,
                  token_generation, second_factor_at, csrf_token
           from unnest((select $1::bigint[]), (select $2::uuid[]), (select $3::bigint[]))
               with ordinality as lookup (account_id, session_id, generation, query_number)
           join session on session.session_id = lookup.session_id and session.account_id = lookup.account_id
           join account on account.account_id = lookup.account_id
           where ended_at is null and token_generation <= lookup.generation"#,
        &accounts,
        &sessions,
        &generations,
    )
    .fetch_all(tx)
    .await
}

pub struct Credentials {
    pub account_id: i64,
    /// `None` for sign-ins with codes only.
    pub password_hash: Option<String>,
    pub roles: Vec<String>,
    pub token_generation: i64,
}

/// An e-mail address must be verified.
pub async fn find_credentials(tx: &mut PgConnection, login: &Login) -> sqlx::Result<Option<Credentials>> {
    match login {
        Login::Phone(phone) => {
            sqlx::query_as!(
                Credentials,
                "select account_id, password_hash, roles, token_generation
                 from account
                 where phone_number = $1",
                phone.as_str(),
            )
            .fetch_optional(tx)
            .await
        }
        Login::Email(email) => {
            sqlx::query_as!(
                Credentials,
                "select account_id, password_hash, roles, token_generation
                 from account
                 where email = $1 and email_verified",
                email.as_str(),
            )
            .fetch_optional(tx)
            .await
        }
    }
}

pub async fn lock_credentials(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<Credentials>> {
    sqlx::query_as!(
        Credentials,
        "select account_id, password_hash, roles, token_generation
         from account
         where account_id = $1
         for no key update",
        account,
    )
    .fetch_optional(tx)
    .await
}

/// The account's code is computed from its id before the insert.
pub async fn next_id(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select nextval(pg_get_serial_sequence('account', 'account_id')) as "id!""#)
        .fetch_one(tx)
        .await
}

pub struct Profile<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub email: Option<&'a Email>,
    pub is_email_verified: bool,
    pub phone: &'a Phone,
    pub language: &'a str,
    pub roles: &'a [String],
    pub is_blogger: bool,
}

pub struct NewAccount<'a> {
    pub account_id: i64,
    pub code: &'a AccountCode,
    pub profile: &'a Profile<'a>,
    pub password_hash: Option<&'a str>,
    pub referral_code: Option<&'a str>,
    pub is_demo: bool,
    pub created_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewAccount<'_>) -> kit::Result<()> {
    sqlx::query!(
        "insert into account (account_id, code, first_name, last_name, email, phone_number, password_hash, is_blogger,
                              roles, language, is_demo, created_at, referral_code, email_verified)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        new.account_id,
        new.code.as_str(),
        new.profile.first_name,
        new.profile.last_name,
        new.profile.email.map(Email::as_str),
        new.profile.phone.as_str(),
        new.password_hash,
        new.profile.is_blogger,
        new.profile.roles,
        new.profile.language,
        new.is_demo,
        new.created_at,
        new.referral_code,
        new.profile.is_email_verified,
    )
    .execute(tx)
    .await
    .map_err(into_conflict)?;
    Ok(())
}

/// Does not overwrite a concurrent password change.
pub async fn replace_password_hash(tx: &mut PgConnection, account: i64, old: &str, new: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update account set password_hash = $3 where account_id = $1 and password_hash = $2",
        account,
        old,
        new,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) fn into_conflict(error: sqlx::Error) -> Error {
    match error.as_database_error().and_then(DatabaseError::constraint) {
        Some("account_phone_key") => Error::conflict("phone_taken"),
        Some("account_verified_email") => Error::conflict("email_taken"),
        _ => error.into(),
    }
}
