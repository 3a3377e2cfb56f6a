//! Signing in. Neither the response nor its time reveals whether the login or the password was wrong. Rate limits apply
//! before the password is looked up, so they reveal nothing either, except to a device in which the account has signed
//! in before.

use kit::{Error, Result, security};

use crate::{
    App,
    app::{
        keys, known_device, session,
        throttle::{self, Attempt},
        tokens::Tokens,
        visitor::Visitor,
    },
    db,
    domain::{login::Login, password::Password},
    passwords::Verdict,
};

/// The entered credentials. `login` is `None` if the text is neither a phone number nor an e-mail address, which must
/// look like any other failure.
pub struct Credentials<'a> {
    pub login: Option<Login>,
    /// The login as entered.
    pub raw_login: &'a str,
    pub password: Password,
}

pub async fn sign_in(
    app: &App,
    visitor: &Visitor,
    credentials: Credentials<'_>,
) -> Result<(db::account::AccountRow, Tokens)> {
    let Credentials { login, raw_login, password } = credentials;
    let known_device = match &login {
        Some(login) => known_device::find(app, visitor, login).await?,
        None => None,
    };
    // Strangers in the owner's network do not count either.
    let network = throttle::by_network(app, Attempt::SignIn, visitor).filter(|_| known_device.is_none());
    let meter = throttle::by_login(app, login.as_ref(), raw_login, known_device);
    throttle::charge(app, network.clone().into_iter().chain([meter.clone()])).await?;

    let known = match login {
        Some(login) => db::account::find_credentials(&mut *app.pool.acquire().await?, &login).await?,
        None => None,
    };
    let stored = known.as_ref().and_then(|known| known.password_hash.clone());
    // No connection is held while hashing.
    let verdict = app.passwords.verify(password, stored).await?;
    let Some(known) = known.filter(|_| verdict != Verdict::Wrong) else { return Err(refuse_credentials()) };

    let signer = keys::signer(app).await?;
    let mut tx = app.pool.begin().await?;
    if let (Verdict::CorrectButWeak { rehashed }, Some(stored)) = (verdict, &known.password_hash) {
        db::account::replace_password_hash(&mut tx, known.account_id, stored, &rehashed).await?;
    }
    throttle::refund(&mut tx, network.as_ref()).await?;
    throttle::clear(&mut tx, &meter).await?;
    let opened = session::open(app, &mut tx, &signer, known.account_id, visitor).await?;
    let opened = opened.ok_or_else(refuse_credentials)?;
    tx.commit().await?;
    tracing::info!(account.id = known.account_id, "Account {} signed in", known.account_id);
    Ok(opened)
}

fn refuse_credentials() -> Error {
    security::refused("invalid_credentials");
    Error::Unauthenticated("invalid_credentials")
}
