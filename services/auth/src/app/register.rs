//! Making an account: its number, its password's hash and the announcement, together or not at all.
//!
//! Whether the phone is the applicant's own is not asked here; who calls has made sure of it.

use anyhow::Context as _;
use kit::{Error, Language, Result};
use proto::auth::UserRegistered;
use sqlx::PgConnection;

use crate::{
    App,
    app::referral,
    db,
    domain::{code::AccountCode, email::Email, password::Password, phone::Phone},
    events::Registered,
};

pub struct Registration {
    pub first_name: String,
    pub last_name: String,
    pub phone: Phone,
    pub email: Option<Email>,
    pub password: Option<Password>,
    pub language: Language,
    pub standing: Standing,
}

/// What an account is beyond what everybody is; nothing by default.
#[derive(Debug, Default)]
pub struct Standing {
    pub roles: Vec<String>,
    pub is_blogger: bool,
    pub is_demo: bool,
}

impl Registration {
    pub fn profile(&self) -> db::account::Profile<'_> {
        db::account::Profile {
            first_name: &self.first_name,
            last_name: &self.last_name,
            email: self.email.as_ref(),
            phone: &self.phone,
            language: self.language.code(),
            roles: &self.standing.roles,
            is_blogger: self.standing.is_blogger,
        }
    }
}

/// The new account's id, or `phone_taken`, or `email_taken`.
pub async fn register(app: &App, registration: &Registration) -> Result<i64> {
    let password_hash = hash(app, registration.password.as_ref()).await?;
    let mut tx = app.pool.begin().await?;
    let account_id = insert(app, &mut tx, registration, password_hash.as_deref()).await?;
    tx.commit().await?;
    Ok(account_id)
}

/// The hash of a password, if there is one.
pub async fn hash(app: &App, password: Option<&Password>) -> Result<Option<String>> {
    match password {
        Some(password) => app.passwords.hash(password.clone()).await.map(Some),
        None => Ok(None),
    }
}

/// The same as a part of something larger. Who calls has had the password hashed: no row is held while the hasher works.
pub async fn insert(
    app: &App,
    tx: &mut PgConnection,
    registration: &Registration,
    password_hash: Option<&str>,
) -> Result<i64> {
    let account_id = db::account::next_id(tx).await?;
    let code = AccountCode::nth(account_id).context("the account numbers are used up").map_err(Error::Internal)?;
    let referral_code = if registration.standing.is_blogger {
        Some(referral::new_code(tx, &registration.first_name, &registration.last_name).await?)
    } else {
        None
    };
    let new = db::account::New {
        account_id,
        code: &code,
        profile: &registration.profile(),
        password_hash,
        referral_code: referral_code.as_deref(),
        is_demo: registration.standing.is_demo,
        created_at: app.clock.now(),
    };
    db::account::insert(tx, &new).await?;
    let event = UserRegistered { account_id, language: registration.language.code().to_owned() };
    outbox::append(tx, &Registered(event)).await?;
    Ok(account_id)
}
