//! Stores demo accounts, whose passwords and second factors are published.

use anyhow::Context as _;
use kit::{Error, Result};
use webauthn_rs::prelude::Passkey;

use crate::{
    App,
    app::{
        referral,
        register::{self, Registration},
        second_factor::{open_secret, seal_secret},
    },
    db,
    domain::{password::Password, phone::Phone, second_factor::TotpSecret},
    passwords::Verdict,
};

pub async fn upsert(app: &App, registration: &Registration) -> Result<()> {
    let found = db::demo::find(&mut *app.pool.acquire().await?, &registration.phone).await?;
    let Some(found) = found else { return register::register(app, registration).await.map(drop) };
    let password_hash = match &registration.password {
        Some(password) => Some(keep_or_rehash(app, password, found.password_hash).await?),
        None => None,
    };
    let mut tx = kit::db::begin(&app.pool).await?;
    // The schema requires every blogger to have a referral code.
    if registration.flags.is_blogger {
        referral::give_code(&mut tx, found.account_id).await?;
    }
    db::demo::update(&mut tx, found.account_id, &registration.profile(), password_hash.as_deref()).await?;
    tx.commit().await?;
    Ok(())
}

/// Keeps the hash of an unchanged password, although a new hash would have another salt.
async fn keep_or_rehash(app: &App, password: &Password, stored: Option<String>) -> Result<String> {
    match (app.passwords.verify(password.clone(), stored.clone()).await?, stored) {
        (Verdict::CorrectButWeak { rehashed }, _) => Ok(rehashed),
        (Verdict::Correct, Some(stored)) => Ok(stored),
        (Verdict::Correct | Verdict::Wrong, _) => app.passwords.hash(password.clone()).await,
    }
}

pub struct DemoFactors {
    pub totp: TotpSecret,
    pub passkey: Passkey,
}

/// Stored factors stay, so that used codes stay used.
pub async fn put_factors(app: &App, phone: &Phone, factors: &DemoFactors) -> Result<()> {
    let now = app.clock.now();
    let no_step_used = 0;
    let mut tx = kit::db::begin(&app.pool).await?;
    let found = db::demo::find(&mut tx, phone).await?;
    let account = found.context("a demo account was not stored").map_err(Error::Internal)?.account_id;
    let stored = db::totp::find_secret(&mut tx, account).await?;
    let is_stored = |sealed: Vec<u8>| {
        open_secret(app, account, &sealed).is_ok_and(|secret| secret.as_bytes() == factors.totp.as_bytes())
    };
    if !stored.is_some_and(is_stored) {
        db::totp::put(&mut tx, account, &seal_secret(app, account, &factors.totp)?, no_step_used, now).await?;
    }
    if db::passkey::find(&mut tx, factors.passkey.cred_id()).await?.is_none() {
        db::passkey::insert_for(&mut tx, account, &factors.passkey, "Demo", now).await?;
    }
    tx.commit().await?;
    Ok(())
}

pub async fn ensure_none(app: &App) -> anyhow::Result<()> {
    let exists = db::demo::is_any(&mut *app.pool.acquire().await?).await?;
    anyhow::ensure!(
        !exists,
        "this database contains demo accounts, whose passwords are published: production refuses to use it"
    );
    Ok(())
}
