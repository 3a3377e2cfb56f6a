//! Creates accounts. The caller must have verified that the phone number belongs to the person.

use anyhow::Context as _;
use kit::{Error, Language, Result};
use proto::auth::UserRegistered;
use sqlx::PgConnection;

use crate::{
    App,
    app::referral,
    db,
    domain::{code::AccountCode, email::Email, password::Password, phone::Phone},
};

pub struct Registration {
    pub first_name: String,
    pub last_name: String,
    pub phone: Phone,
    pub email: Option<Email>,
    pub password: Option<Password>,
    pub language: Language,
    pub flags: AccountFlags,
}

/// Defaults for an ordinary sign-up.
#[derive(Debug, Default)]
pub struct AccountFlags {
    pub roles: Vec<String>,
    pub is_blogger: bool,
    pub is_demo: bool,
    /// Only for demo accounts, whose mailboxes do not exist.
    pub is_email_verified: bool,
}

impl Registration {
    pub fn profile(&self) -> db::account::Profile<'_> {
        db::account::Profile {
            first_name: &self.first_name,
            last_name: &self.last_name,
            email: self.email.as_ref(),
            is_email_verified: self.flags.is_email_verified,
            phone: &self.phone,
            language: self.language.code(),
            roles: &self.flags.roles,
            is_blogger: self.flags.is_blogger,
        }
    }
}

pub async fn register(app: &App, registration: &Registration) -> Result<i64> {
    let password_hash = hash(app, registration.password.as_ref()).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let account_id = insert(app, &mut tx, registration, password_hash.as_deref()).await?;
    tx.commit().await?;
    Ok(account_id)
}

pub async fn hash(app: &App, password: Option<&Password>) -> Result<Option<String>> {
    match password {
        Some(password) => app.passwords.hash(password.clone()).await.map(Some),
        None => Ok(None),
    }
}

/// The password is hashed before the transaction, so that no row stays locked.
pub async fn insert(
    app: &App,
    tx: &mut PgConnection,
    registration: &Registration,
    password_hash: Option<&str>,
) -> Result<i64> {
    let account_id = db::account::next_id(tx).await?;
    let code = AccountCode::nth(account_id).context("the account numbers are used up").map_err(Error::Internal)?;
    let referral_code = if registration.flags.is_blogger {
        Some(referral::new_code(tx, &registration.first_name, &registration.last_name).await?)
    } else {
        None
    };
    let new = db::account::NewAccount {
        account_id,
        code: &code,
        profile: &registration.profile(),
        password_hash,
        referral_code: referral_code.as_deref(),
        is_demo: registration.flags.is_demo,
        created_at: app.clock.now(),
    };
    db::account::insert(tx, &new).await?;
    let event = UserRegistered { account_id, language: registration.language.code().to_owned() };
    outbox::append(tx, &event).await?;
    Ok(account_id)
}
