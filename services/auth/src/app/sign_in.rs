//! Neither the response nor its time reveals whether the login or the password was wrong. A block is revealed only
//! after the right password.

use kit::{Error, Result, security};
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        keys, known_device, session,
        throttle::{self, Attempt, Meter},
        tokens::Tokens,
        visitor::Visitor,
    },
    db,
    domain::{login::Login, password::Password},
    passwords::Verdict,
};

/// `login` is `None` for a malformed login, which must look like any other failure.
pub struct Credentials<'a> {
    pub login: Option<Login>,
    pub raw_login: &'a str,
    pub password: Password,
}

/// A correct password, with the credentials as stored when it was checked.
pub struct CheckedPassword {
    pub credentials: db::account::Credentials,
    verdict: Verdict,
    // Both have counted the attempt.
    network: Option<Meter>,
    login: Meter,
}

pub async fn sign_in(
    app: &App,
    visitor: &Visitor,
    credentials: Credentials<'_>,
) -> Result<(db::account::AccountRow, Tokens)> {
    let checked = check_password(app, visitor, credentials).await?;
    let signer = keys::signer(app).await?;
    let account = checked.credentials.account_id;
    let mut tx = kit::db::begin(&app.pool).await?;
    checked.confirm(&mut tx).await?;
    let opened = match session::open_for_customer(app, &mut tx, &signer, account, visitor).await {
        Err(blocked @ Error::NotAllowed(_)) => {
            // Commits that the attempt does not count.
            tx.commit().await?;
            return Err(blocked);
        }
        opened => opened?.ok_or_else(refuse_credentials)?,
    };
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} signed in");
    Ok(opened)
}

/// Runs without a transaction, because hashing takes long. Call [`CheckedPassword::confirm`] in the next one.
pub async fn check_password(app: &App, visitor: &Visitor, credentials: Credentials<'_>) -> Result<CheckedPassword> {
    let Credentials { login, raw_login, password } = credentials;
    let known_device = match &login {
        Some(login) => known_device::find(app, visitor, login).await?,
        None => None,
    };
    // Strangers in the same network cannot delay the owner on a known device.
    let network = throttle::by_network(app, Attempt::SignIn, visitor).filter(|_| known_device.is_none());
    let by_login = throttle::by_login(app, login.as_ref(), raw_login, known_device);
    throttle::charge(app, network.clone().into_iter().chain([by_login.clone()])).await?;

    let found = match login {
        Some(login) => db::account::find_credentials(&mut *app.pool.acquire().await?, &login).await?,
        None => None,
    };
    let stored_hash = found.as_ref().and_then(|found| found.password_hash.clone());
    let verdict = app.passwords.verify(password, stored_hash).await?;
    let credentials = found.filter(|_| verdict != Verdict::Wrong).ok_or_else(refuse_credentials)?;
    Ok(CheckedPassword { credentials, verdict, network, login: by_login })
}

impl CheckedPassword {
    /// Refuses a password that has changed since the check.
    pub async fn confirm(&self, tx: &mut PgConnection) -> Result<()> {
        let account = self.credentials.account_id;
        let current = db::account::lock_credentials(tx, account).await?;
        if current.is_none_or(|current| current.password_hash != self.credentials.password_hash) {
            return Err(refuse_credentials());
        }
        if let (Verdict::CorrectButWeak { rehashed }, Some(stored)) = (&self.verdict, &self.credentials.password_hash) {
            db::account::replace_password_hash(tx, account, stored, rehashed).await?;
        }
        throttle::refund(tx, self.network.as_ref()).await?;
        throttle::clear(tx, &self.login).await?;
        Ok(())
    }
}

/// The same error for an unknown login and for a wrong password.
pub fn refuse_credentials() -> Error {
    security::refused("invalid_credentials");
    Error::Unauthenticated("invalid_credentials")
}
