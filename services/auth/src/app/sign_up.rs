//! Signs up with a verified phone number: account, first session, verification e-mail and use of the proof, in one
//! transaction.
//!
//! The response is the same whether another account has the e-mail address. That a number is taken is revealed only to
//! callers who proved that it is theirs.

use chrono::{DateTime, Utc};
use kit::{Error, Result};

use crate::{
    App,
    app::{
        codes::phone_key,
        keys, link,
        register::{self, Registration},
        session, throttle,
        tokens::Tokens,
        visitor::Visitor,
    },
    db::{self, phone_proof::PhoneProof},
    domain::token::Token,
    keyed::Digest,
};

pub async fn sign_up(
    app: &App,
    visitor: &Visitor,
    proof: &Token,
    registration: &Registration,
) -> Result<(db::account::AccountRow, Tokens)> {
    let (proof, key) = (proof.hash(), phone_key(app, &registration.phone));
    // Check before hashing, which is expensive, and again below in the transaction that uses the proof.
    let mut tx = app.pool.begin().await?;
    check(db::phone_proof::lock(&mut tx, &proof).await?, &key, app.clock.now())?;
    drop(tx);
    let password_hash = register::hash(app, registration.password.as_ref()).await?;
    // Without the mail, nobody is kept from signing up; the owner can ask for it later.
    let may_mail = match &registration.email {
        Some(email) => throttle::try_charge(app, throttle::by_mail(app, visitor, None, email.as_str())).await?,
        None => false,
    };

    let (now, signer) = (app.clock.now(), keys::signer(app).await?);
    let mut tx = app.pool.begin().await?;
    check(db::phone_proof::lock(&mut tx, &proof).await?, &key, now)?;
    let account = register::insert(app, &mut tx, registration, password_hash.as_deref()).await?;
    db::phone_proof::set_used(&mut tx, &proof, now).await?;
    if let Some(email) = registration.email.as_ref().filter(|_| may_mail) {
        link::send_verification(app, &mut tx, account, email.as_str(), registration.language).await?;
    }
    let opened = session::open(app, &mut tx, &signer, account, visitor).await?;
    let opened = opened.ok_or_else(|| Error::internal(anyhow::anyhow!("a new account was not found")))?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} signed up");
    Ok(opened)
}

fn check(proof: Option<PhoneProof>, phone: &Digest, now: DateTime<Utc>) -> Result<()> {
    match proof.filter(|proof| proof.phone_key == phone && proof.expires_at > now) {
        // The first response may have been lost: the account exists and its owner can sign in.
        Some(proof) if proof.used_at.is_some() => Err(Error::conflict("phone_taken")),
        Some(_) => Ok(()),
        None => Err(Error::invalid("verificationToken", "token_invalid")),
    }
}
