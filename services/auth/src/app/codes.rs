//! Sends and verifies one-time codes.
//!
//! Sending does not look up the account: any number receives a code, so neither the response nor its time reveals which
//! numbers have accounts.

use kit::{Error, Result};
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        keys,
        messages::{self, Message},
        session,
        throttle::{self, Attempt, rate_limited},
        tokens::Tokens,
        visitor::Visitor,
    },
    db,
    domain::{
        otp::{CodeRecord, CodeState, LIMIT_PERIOD, Otp},
        phone::Phone,
        sliding_window,
        token::Token,
    },
    keyed::Digest,
};

/// How long a proof of a phone number can be used to sign up.
const PROOF_LIFETIME: chrono::TimeDelta = chrono::TimeDelta::minutes(30);
/// The name of the message template and of its value, and the purpose of the keyed hash.
const CODE: &str = "code";

pub async fn send(app: &App, visitor: &Visitor, phone: &Phone) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::SendCode, visitor)).await?;
    let (now, key, rules) = (app.clock.now(), phone_key(app, phone), &app.code_rules);
    let mut tx = app.pool.begin().await?;
    let mut record = lock_record(app, &mut tx, &key).await?;
    if let Some(wait) = rules.wait_to_send(&record, now) {
        return Err(rate_limited(wait));
    }
    let code = Otp::random(&mut OsRng);
    record.sent_at.push(now);
    record.code_hash = Some(app.keyed_hasher.hash(CODE, &[phone.as_str(), code.as_str()]).to_vec());
    (record.expires_at, record.tries) = (now + rules.ttl, 0);
    db::phone_code::set(&mut tx, &key, &record).await?;
    let message = Message::sms(phone.as_str(), CODE, visitor.language).with("code", code.as_str());
    messages::enqueue(app, &mut tx, &message, record.expires_at).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}

/// The result of a correct code.
pub enum Verified {
    /// The number belongs to an account, which is now signed in.
    Session(Box<db::account::AccountRow>, Tokens),
    /// The number has no account yet; the token allows signing up with it.
    Proof(Token),
}

/// Verifies a code. The number's row stays locked from reading the code to using it, so concurrent attempts are all
/// counted and a correct code is accepted once.
pub async fn verify(app: &App, visitor: &Visitor, phone: &Phone, code: &Otp) -> Result<Verified> {
    let network = throttle::by_network(app, Attempt::VerifyCode, visitor);
    throttle::charge(app, network.clone()).await?;
    let (now, key, signer) = (app.clock.now(), phone_key(app, phone), keys::signer(app).await?);
    let mut tx = app.pool.begin().await?;
    let mut record = lock_record(app, &mut tx, &key).await?;
    match app.code_rules.state(&record, now) {
        CodeState::Usable => {}
        CodeState::Expired => return Err(Error::conflict("otp_expired")),
        CodeState::TooManyTries => return Err(too_many_tries()),
        CodeState::Blocked(wait) => return Err(rate_limited(wait)),
    }
    let hash = record.code_hash.as_deref().unwrap_or_default();
    if !app.keyed_hasher.matches(hash, CODE, &[phone.as_str(), code.as_str()]) {
        record.tries += 1;
        record.wrong_at.push(now);
        db::phone_code::set(&mut tx, &key, &record).await?;
        tx.commit().await?;
        return Err(match app.code_rules.tries - record.tries {
            left @ 1.. => Error::conflict_with("otp_invalid", vec![("left", left.to_string())]),
            _ => too_many_tries(),
        });
    }
    record.code_hash = None;
    db::phone_code::set(&mut tx, &key, &record).await?;
    throttle::refund(&mut tx, network.as_ref()).await?;
    let account = db::credentials::find_id_by_phone(&mut tx, phone).await?;
    let session = match account {
        Some(account) => session::open(app, &mut tx, &signer, account, visitor).await?,
        None => None,
    };
    let verified = if let Some((account, tokens)) = session {
        tracing::info!(account.id = account.account_id, "Account {} signed in by a code", account.account_id);
        Verified::Session(Box::new(account), tokens)
    } else {
        let proof = Token::random(&mut OsRng);
        db::phone_proof::insert(&mut tx, &proof.hash(), &key, now + PROOF_LIFETIME).await?;
        Verified::Proof(proof)
    };
    tx.commit().await?;
    Ok(verified)
}

/// Returns the keyed hash under which a number's codes and proofs are stored.
pub fn phone_key(app: &App, phone: &Phone) -> Digest {
    app.keyed_hasher.hash("phone", &[phone.as_str()])
}

/// Locks the record of a number and drops the times that no limit counts any more.
async fn lock_record(app: &App, tx: &mut PgConnection, key: &Digest) -> Result<CodeRecord> {
    let now = app.clock.now();
    let record = db::phone_code::lock(tx, key, now).await?;
    let (sent_at, wrong_at) = (record.sent_at, record.wrong_at);
    let [sent_at, wrong_at] = [sent_at, wrong_at].map(|times| sliding_window::times_within(times, LIMIT_PERIOD, now));
    Ok(CodeRecord { sent_at, wrong_at, ..record })
}

fn too_many_tries() -> Error {
    Error::conflict("otp_too_many_attempts")
}
