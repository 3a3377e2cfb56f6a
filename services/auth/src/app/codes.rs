//! One-time codes by SMS. Every number receives a code, so that responses do not reveal which numbers have accounts. A
//! code works only with the token that its request returned, so strangers can guess only at codes that they requested.

use chrono::{DateTime, Utc};
use kit::{Error, Result, budget::CODE_TRIES_UNDER_ATTACK, security};
use rand::rngs::OsRng;
use sqlx::{PgConnection, Postgres, Transaction};

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
    db::{self, account_use::NumberOwner},
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

const PROOF_LIFETIME: chrono::TimeDelta = chrono::TimeDelta::minutes(30);
/// The message template, and the purpose of a code's hash.
const CODE: &str = "code";

pub async fn send(app: &App, visitor: &Visitor, phone: &Phone) -> Result<Token> {
    let known_device = known_device::find(app, visitor, &Login::Phone(phone.clone())).await?;
    let (now, key, rules) = (app.clock.now(), record_key(app, phone, known_device), &app.code_rules);
    if known_device.is_none() {
        throttle::charge(app, throttle::by_network(app, Attempt::SendCode, visitor)).await?;
        // Checked without counting, because refused requests must not use up the budgets.
        let mut tx = kit::db::begin(&app.pool).await?;
        refuse_to_send_too_soon(app, &lock_record(app, &mut tx, &key).await?)?;
        drop(tx);
        throttle::charge(app, throttle::by_code(app, visitor, phone)).await?;
    }

    let mut tx = kit::db::begin(&app.pool).await?;
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

pub enum Verified {
    Session(Box<db::account::AccountRow>, Tokens),
    /// Allows a sign-up with the number.
    Proof(Token),
    /// The number may have a new owner, who takes it by signing up.
    Unused {
        owner: NumberOwner,
        proof: Token,
    },
}

pub async fn verify(
    app: &App,
    visitor: &Visitor,
    phone: &Phone,
    code: &Otp,
    token: Option<&Token>,
) -> Result<Verified> {
    let signer = keys::signer(app).await?;
    let UsedCode { mut tx, known_device } = use_code(app, visitor, phone, code, token).await?;
    let owner = db::account_use::lock_by_phone(&mut tx, phone).await?;
    let verified = match owner {
        Some(owner) if owner.blocked_at.is_some() => {
            // Commits the use of the code.
            tx.commit().await?;
            return Err(session::blocked());
        }
        Some(owner) if owner.is_unused(app.clock.now()) && known_device.is_none() => {
            let proof = prove(app, &mut tx, phone, Some(owner.account_id)).await?;
            Verified::Unused { owner, proof }
        }
        Some(owner) => {
            let opened = session::open_for_customer(app, &mut tx, &signer, owner.account_id, visitor).await?;
            let (account, tokens) = opened.ok_or_else(Error::unauthenticated)?;
            tracing::info!(account.id = account.account_id, "Account {} signed in by a code", account.account_id);
            Verified::Session(Box::new(account), tokens)
        }
        None => Verified::Proof(prove(app, &mut tx, phone, None).await?),
    };
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(verified)
}

async fn prove(app: &App, tx: &mut PgConnection, phone: &Phone, unused_account: Option<i64>) -> Result<Token> {
    let (proof, expires_at) = (Token::random(&mut OsRng), app.clock.now() + PROOF_LIFETIME);
    db::phone_proof::insert(tx, &proof.hash(), &phone_key(app, phone), unused_account, expires_at).await?;
    Ok(proof)
}

/// A correct code, which is used up when `tx` is committed.
pub struct UsedCode {
    pub tx: Transaction<'static, Postgres>,
    /// Set if the number's account has signed in with the visitor's device.
    pub known_device: Option<DeviceHash>,
}

/// Locks the number's row, so that a code is accepted once. Attempts without the code's token are not counted:
/// strangers cannot use up another person's tries.
pub async fn use_code(
    app: &App,
    visitor: &Visitor,
    phone: &Phone,
    code: &Otp,
    token: Option<&Token>,
) -> Result<UsedCode> {
    let known_device = known_device::find(app, visitor, &Login::Phone(phone.clone())).await?;
    let network = throttle::by_network(app, Attempt::VerifyCode, visitor).filter(|_| known_device.is_none());
    throttle::charge(app, network.clone()).await?;
    // While too many codes of all numbers are wrong, each code allows fewer tries.
    let breaker = known_device.is_none().then(|| throttle::by_wrong_code(app));
    let rules = current_rules(app, breaker.as_ref()).await?;

    let (now, key) = (app.clock.now(), record_key(app, phone, known_device));
    let mut tx = kit::db::begin(&app.pool).await?;
    let mut record = lock_record(app, &mut tx, &key).await?;
    check_usable(&rules, &record, token, now)?;

    let hash = record.code_hash.as_deref().unwrap_or_default();
    if !app.keyed_hasher.matches(hash, CODE, &[phone.as_str(), code.as_str()]) {
        record.tries += 1;
        record.wrong_at.push(now);
        db::phone_code::set(&mut tx, &key, &record).await?;
        tx.commit().await?;
        security::refused("invalid_code");
        throttle::try_charge(app, breaker).await?;
        return Err(wrong_code(rules.max_tries - record.tries));
    }

    (record.code_hash, record.token_hash) = (None, None);
    db::phone_code::set(&mut tx, &key, &record).await?;
    throttle::refund(&mut tx, network.as_ref()).await?;
    Ok(UsedCode { tx, known_device })
}

fn check_usable(rules: &Rules, record: &CodeRecord, token: Option<&Token>, now: DateTime<Utc>) -> Result<()> {
    let has_code_token = token.is_some_and(|token| record.token_hash.as_deref() == Some(token.hash().as_bytes()));
    if !has_code_token {
        security::refused("unbound_code");
        return Err(Error::conflict("otp_expired"));
    }
    match rules.state(record, now) {
        CodeState::Usable => Ok(()),
        CodeState::Expired => Err(Error::conflict("otp_expired")),
        CodeState::TooManyTries => Err(too_many_tries()),
        CodeState::Blocked(wait) => Err(rate_limited(wait)),
    }
}

fn wrong_code(tries_left: i32) -> Error {
    match tries_left {
        1.. => Error::conflict_with("otp_invalid", vec![("left", tries_left.to_string())]),
        _ => too_many_tries(),
    }
}

/// `breaker` counts wrong codes of all numbers.
async fn current_rules(app: &App, breaker: Option<&Meter>) -> Result<Rules> {
    let is_attack = match breaker {
        Some(breaker) => throttle::is_used_up(app, breaker).await?,
        None => false,
    };
    let usual = app.code_rules;
    let max_tries = if is_attack { usual.max_tries.min(CODE_TRIES_UNDER_ATTACK) } else { usual.max_tries };
    Ok(Rules { max_tries, ..usual })
}

/// Known devices have a record and limits of their own.
fn record_key(app: &App, phone: &Phone, known_device: Option<DeviceHash>) -> Digest {
    match known_device {
        Some(device) => app.keyed_hasher.hash("phone.device", &[phone.as_str(), &device.to_base64()]),
        None => phone_key(app, phone),
    }
}

pub fn phone_key(app: &App, phone: &Phone) -> Digest {
    app.keyed_hasher.hash("phone", &[phone.as_str()])
}

/// Drops attempts before the last day.
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
