//! Sends and verifies one-time codes.
//!
//! Any number receives a code, so neither the response nor its time reveals which numbers have accounts. A code is bound
//! to a token in the response, without which it is useless: who guesses codes of many numbers must have one sent for
//! every few guesses.
//!
//! The limits of a number are counted apart for each device with which its account has signed in before.

use kit::{Error, Result, budget::CODE_TRIES_UNDER_ATTACK, security};
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        keys, known_device,
        messages::{self, Message},
        session,
        throttle::{self, Attempt, Meter, rate_limited},
        tokens::Tokens,
        visitor::Visitor,
    },
    db,
    domain::{
        device::DeviceHash,
        login::Login,
        otp::{CodeRecord, CodeState, LIMIT_PERIOD, Otp, Rules},
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

/// Sends a code; returns the token that it is bound to.
pub async fn send(app: &App, visitor: &Visitor, phone: &Phone) -> Result<Token> {
    let known_device = known_device::find(app, visitor, &Login::Phone(phone.clone())).await?;
    let (now, key, rules) = (app.clock.now(), record_key(app, phone, known_device), &app.code_rules);
    if known_device.is_none() {
        throttle::charge(app, throttle::by_network(app, Attempt::SendCode, visitor)).await?;
        // Requests that are refused below must not use up the budgets.
        let mut tx = app.pool.begin().await?;
        refuse_to_send_too_soon(app, &lock_record(app, &mut tx, &key).await?)?;
        drop(tx);
        throttle::charge(app, throttle::by_code(app, visitor, phone)).await?;
    }
    let mut tx = app.pool.begin().await?;
    let mut record = lock_record(app, &mut tx, &key).await?;
    refuse_to_send_too_soon(app, &record)?;
    let (code, token) = (Otp::random(&mut OsRng), Token::random(&mut OsRng));
    record.sent_at.push(now);
    record.token_hash = Some(token.hash().as_bytes().to_vec());
    record.code_hash = Some(app.keyed_hasher.hash(CODE, &[phone.as_str(), code.as_str()]).to_vec());
    (record.expires_at, record.tries) = (now + rules.ttl, 0);
    db::phone_code::set(&mut tx, &key, &record).await?;
    let message = Message::sms(phone.as_str(), CODE, visitor.language).with("code", code.as_str());
    messages::enqueue(app, &mut tx, &message, record.expires_at).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(token)
}

fn refuse_to_send_too_soon(app: &App, record: &CodeRecord) -> Result<()> {
    match app.code_rules.wait_to_send(record, app.clock.now()) {
        Some(wait) => {
            security::refused("codes_to_number");
            Err(rate_limited(wait))
        }
        None => Ok(()),
    }
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
///
/// Without the token that the code is bound to, there is no code, and nothing is counted: a stranger cannot use up the
/// tries of a code that somebody else asked for.
pub async fn verify(
    app: &App,
    visitor: &Visitor,
    phone: &Phone,
    code: &Otp,
    token: Option<&Token>,
) -> Result<Verified> {
    let known_device = known_device::find(app, visitor, &Login::Phone(phone.clone())).await?;
    let network = throttle::by_network(app, Attempt::VerifyCode, visitor).filter(|_| known_device.is_none());
    throttle::charge(app, network.clone()).await?;
    let breaker = known_device.is_none().then(|| throttle::by_wrong_code(app));
    let rules = rules(app, breaker.as_ref()).await?;
    let (now, key) = (app.clock.now(), record_key(app, phone, known_device));
    let signer = keys::signer(app).await?;
    let mut tx = app.pool.begin().await?;
    let mut record = lock_record(app, &mut tx, &key).await?;
    if token.is_none_or(|token| record.token_hash.as_deref() != Some(token.hash().as_bytes())) {
        security::refused("unbound_code");
        return Err(Error::conflict("otp_expired"));
    }
    match rules.state(&record, now) {
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
        security::refused("invalid_code");
        throttle::try_charge(app, breaker).await?;
        return Err(match rules.tries - record.tries {
            left @ 1.. => Error::conflict_with("otp_invalid", vec![("left", left.to_string())]),
            _ => too_many_tries(),
        });
    }
    (record.code_hash, record.token_hash) = (None, None);
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
        db::phone_proof::insert(&mut tx, &proof.hash(), &phone_key(app, phone), now + PROOF_LIFETIME).await?;
        Verified::Proof(proof)
    };
    tx.commit().await?;
    Ok(verified)
}

/// Returns the rules for this attempt, which are stricter while too many codes of all numbers are wrong.
async fn rules(app: &App, breaker: Option<&Meter>) -> Result<Rules> {
    let is_attack = match breaker {
        Some(breaker) => throttle::is_used_up(app, breaker).await?,
        None => false,
    };
    let tries = app.code_rules.tries;
    Ok(Rules { tries: if is_attack { tries.min(CODE_TRIES_UNDER_ATTACK) } else { tries }, ..app.code_rules })
}

/// Returns the keyed hash under which a number's codes are stored.
fn record_key(app: &App, phone: &Phone, known_device: Option<DeviceHash>) -> Digest {
    match known_device {
        Some(device) => app.keyed_hasher.hash("phone.device", &[phone.as_str(), &device.to_base64()]),
        None => phone_key(app, phone),
    }
}

/// Returns the keyed hash under which a number's proofs are stored, and its codes for unknown devices.
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
