//! Signing in. What was wrong, the login or the password, is told neither in words nor by the time it takes.
//!
//! Attempts are not counted here: that is for the gateway, which sees where they come from.

use kit::{Error, Result};
use uuid::Uuid;

use crate::{
    App,
    app::{
        keys,
        tokens::{self, Tokens},
    },
    db,
    domain::{login::Login, password::Password},
    passwords::Verdict,
};

/// `login` is none when what was typed is no login at all: that, too, must look like any other mistake.
pub async fn sign_in(app: &App, login: Option<Login>, password: Password) -> Result<(db::account::Row, Tokens)> {
    let known = match login {
        Some(login) => db::account::find_credentials(&mut *app.pool.acquire().await?, &login).await?,
        None => None,
    };
    let stored = known.as_ref().map(|known| known.password_hash.clone());
    // No connection is held while the hasher works.
    let verdict = app.passwords.verify(password, stored).await?;
    let Some(known) = known.filter(|_| verdict != Verdict::Wrong) else { return Err(invalid_credentials()) };

    let signer = keys::signer(app).await?;
    let (now, session) = (app.clock.now(), Uuid::new_v4());
    let mut tx = app.pool.begin().await?;
    if let Verdict::RightButWeak { stronger } = verdict {
        db::account::replace_password_hash(&mut tx, known.account_id, &known.password_hash, &stronger).await?;
    }
    db::session::insert(&mut tx, session, known.account_id, now).await?;
    let account =
        db::account::find_signed_in(&mut tx, known.account_id, session).await?.ok_or_else(invalid_credentials)?;
    let tokens = tokens::issue(app, &mut tx, &signer, &account, session, now).await?;
    tx.commit().await?;
    tracing::info!(account.id = known.account_id, "Account {} signed in", known.account_id);
    Ok((account, tokens))
}

fn invalid_credentials() -> Error {
    Error::Unauthenticated("invalid_credentials")
}
