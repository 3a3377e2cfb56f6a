//! Creates an account for a phone number. The proof is a token returned for a correct one-time code. The response does
//! not reveal whether another account has the e-mail address.

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
        unused_account,
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
    // Checked before hashing, which is expensive, and again in the transaction.
    let mut tx = kit::db::begin(&app.pool).await?;
    check_proof(db::phone_proof::lock(&mut tx, &proof).await?, &key, app.clock.now())?;
    drop(tx);
    let password_hash = register::hash(app, registration.password.as_ref()).await?;
    // A used-up budget of mails does not stop the sign-up.
    let may_mail = match &registration.email {
        Some(email) => throttle::try_charge(app, throttle::by_mail(app, visitor, None, email.as_str())).await?,
        None => false,
    };

    let (now, signer) = (app.clock.now(), keys::signer(app).await?);
    let mut tx = kit::db::begin(&app.pool).await?;
    let number_holder = check_proof(db::phone_proof::lock(&mut tx, &proof).await?, &key, now)?;
    if let Some(account) = number_holder {
        unused_account::release_number(app, &mut tx, account, &registration.phone).await?;
    }
    let account = register::insert(app, &mut tx, registration, password_hash.as_deref()).await?;
    db::phone_proof::set_used(&mut tx, &proof, now).await?;
    if let Some(email) = registration.email.as_ref().filter(|_| may_mail) {
        link::send_verification(app, &mut tx, account, email.as_str(), registration.language).await?;
    }
    let opened = session::open_for_customer(app, &mut tx, &signer, account, visitor).await?;
    let opened = opened.ok_or_else(|| Error::internal(anyhow::anyhow!("a new account was not found")))?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} signed up");
    Ok(opened)
}

/// Returns the unused account that loses the number.
fn check_proof(proof: Option<PhoneProof>, phone: &Digest, now: DateTime<Utc>) -> Result<Option<i64>> {
    match proof.filter(|proof| proof.phone_key == phone && proof.expires_at > now) {
        // The client may repeat a sign-up after a lost response.
        Some(proof) if proof.used_at.is_some() => Err(Error::conflict("phone_taken")),
        Some(proof) => Ok(proof.unused_account_id),
        None => Err(Error::invalid("verificationToken", "token_invalid")),
    }
}
