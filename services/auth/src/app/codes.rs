//! One-time codes: sending one, and what the right one opens.
//!
//! Sending looks nobody up: a code goes to whatever number was given, so there is nothing in the answer, nor in the time it
//! takes, that could tell a known number from another.

use kit::{Error, Result};
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        keys,
        post::{self, Letter},
        session,
        throttle::{self, Attempt, too_many},
        tokens::Tokens,
        visitor::Visitor,
    },
    db,
    domain::{
        allowance,
        otp::{MEMORY, Otp, Record, Standing},
        phone::Phone,
        token::Token,
    },
    keyed::Digest,
};

/// How long a proven number may take to sign up.
const PROOF_TTL: chrono::TimeDelta = chrono::TimeDelta::minutes(30);
const CODE: &str = "code";

pub async fn send(app: &App, visitor: &Visitor, phone: &Phone) -> Result<()> {
    throttle::charge(app, throttle::by_place(app, Attempt::SendCode, visitor)).await?;
    let (now, key, rules) = (app.clock.now(), phone_key(app, phone), &app.code_rules);
    let mut tx = app.pool.begin().await?;
    let mut record = lock(app, &mut tx, &key).await?;
    if let Some(wait) = rules.wait_to_send(&record, now) {
        return Err(too_many(wait));
    }
    let code = Otp::random(&mut OsRng);
    record.sent_at.push(now);
    record.code_hash = Some(app.keyed.hash(CODE, &[phone.as_str(), code.as_str()]).to_vec());
    (record.expires_at, record.tries) = (now + rules.ttl, 0);
    db::phone_code::set(&mut tx, &key, &record).await?;
    let letter = Letter::sms(phone.as_str(), CODE, visitor.language).with("code", code.as_str());
    post::put(app, &mut tx, &letter, record.expires_at).await?;
    tx.commit().await?;
    app.bell.notify_one();
    Ok(())
}

/// What the right code opens.
pub enum Opened {
    /// The number is an account's.
    Session(Box<db::account::Row>, Tokens),
    /// It is nobody's yet: with this they sign up.
    Proof(Token),
}

/// The number's row is locked from the look at the code to the use of it, so that of many who try at once each is counted, and
/// of two who have the right code one comes in.
pub async fn verify(app: &App, visitor: &Visitor, phone: &Phone, code: &Otp) -> Result<Opened> {
    let place = throttle::by_place(app, Attempt::VerifyCode, visitor);
    throttle::charge(app, place.clone()).await?;
    let (now, key, signer) = (app.clock.now(), phone_key(app, phone), keys::signer(app).await?);
    let mut tx = app.pool.begin().await?;
    let mut record = lock(app, &mut tx, &key).await?;
    match app.code_rules.judge(&record, now) {
        Standing::Open => {}
        Standing::Expired => return Err(Error::conflict("otp_expired")),
        Standing::TooManyTries => return Err(too_many_tries()),
        Standing::Closed(wait) => return Err(too_many(wait)),
    }
    let hash = record.code_hash.as_deref().unwrap_or_default();
    if !app.keyed.matches(hash, CODE, &[phone.as_str(), code.as_str()]) {
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
    throttle::refund(&mut tx, place.as_ref()).await?;
    let account = db::credentials::find_id_by_phone(&mut tx, phone).await?;
    let session = match account {
        Some(account) => session::open(app, &mut tx, &signer, account, visitor).await?,
        None => None,
    };
    let opened = if let Some((account, tokens)) = session {
        tracing::info!(account.id = account.account_id, "Account {} signed in by a code", account.account_id);
        Opened::Session(Box::new(account), tokens)
    } else {
        let proof = Token::random(&mut OsRng);
        db::phone_proof::insert(&mut tx, &proof.hash(), &key, now + PROOF_TTL).await?;
        Opened::Proof(proof)
    };
    tx.commit().await?;
    Ok(opened)
}

/// Under which a number's codes and proofs are kept.
pub fn phone_key(app: &App, phone: &Phone) -> Digest {
    app.keyed.hash("phone", &[phone.as_str()])
}

async fn lock(app: &App, tx: &mut PgConnection, key: &Digest) -> Result<Record> {
    let now = app.clock.now();
    let record = db::phone_code::lock(tx, key, now).await?;
    let (sent_at, wrong_at) = (record.sent_at, record.wrong_at);
    let [sent_at, wrong_at] = [sent_at, wrong_at].map(|times| allowance::within(times, MEMORY, now));
    Ok(Record { sent_at, wrong_at, ..record })
}

fn too_many_tries() -> Error {
    Error::conflict("otp_too_many_attempts")
}
