//! Rate limits. Attempts are counted before they are made, under keyed hashes, and each in its own transaction, so that
//! no row is locked during what follows.
//!
//! Unknown logins are counted like known ones, so that a refusal reveals nothing. A stranger can therefore delay an
//! owner's sign-in with the password, by up to 15 minutes at a time by default; the owner can still sign in with a
//! code.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    App,
    app::visitor::Visitor,
    db,
    domain::{login::Login, throttle::AttemptLimit},
    keyed::Digest,
};

/// Kinds of attempts, which are counted separately for each network.
#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Attempt {
    SignIn,
    SendCode,
    VerifyCode,
    Mail,
    Link,
}

impl Attempt {
    fn key(self) -> &'static str {
        self.into()
    }
}

/// A counter of attempts, stored under a keyed hash, and its limit.
#[derive(Clone)]
pub struct Meter {
    key: Digest,
    limit: AttemptLimit,
}

/// Counts per login. Different spellings of one phone number or e-mail address count together.
pub fn by_login(app: &App, login: Option<&Login>, raw: &str) -> Meter {
    let typed = raw.trim().to_lowercase();
    let normalised = match login {
        Some(Login::Phone(phone)) => phone.as_str(),
        Some(Login::Email(email)) => email.as_str(),
        None => &typed,
    };
    Meter { key: app.keyed_hasher.hash("throttle.login", &[normalised]), limit: app.attempt_limits.login }
}

pub fn by_account(app: &App, account: i64) -> Meter {
    Meter { key: app.keyed_hasher.hash("throttle.account", &[&account.to_string()]), limit: app.attempt_limits.login }
}

pub fn by_mailbox(app: &App, email: &str) -> Meter {
    Meter { key: app.keyed_hasher.hash("throttle.mailbox", &[email]), limit: app.attempt_limits.mailbox }
}

/// Counts per network of the visitor; `None` without a known address, as for calls that bypass the gateway.
pub fn by_network(app: &App, attempt: Attempt, visitor: &Visitor) -> Option<Meter> {
    let network = visitor.network()?;
    Some(Meter {
        key: app.keyed_hasher.hash("throttle.place", &[attempt.key(), &network]),
        limit: app.attempt_limits.network,
    })
}

/// Counts one attempt on every meter, or on none if any limit is reached. Pass the meter of the network first, because
/// a fixed order of locks avoids deadlocks.
pub async fn charge(app: &App, meters: impl IntoIterator<Item = Meter>) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    db::throttle::commit_asynchronously(&mut tx).await?;
    let mut wait = TimeDelta::zero();
    for Meter { key, limit } in meters {
        let tally = db::throttle::lock(&mut tx, &key, now).await?;
        match limit.admit(tally, now) {
            Ok(counted) => db::throttle::set(&mut tx, &key, &counted).await?,
            Err(remaining) => wait = wait.max(remaining),
        }
    }
    if wait > TimeDelta::zero() {
        return Err(rate_limited(wait));
    }
    tx.commit().await?;
    Ok(())
}

/// Subtracts an attempt that succeeded.
pub async fn refund(tx: &mut PgConnection, meter: Option<&Meter>) -> sqlx::Result<()> {
    match meter {
        Some(meter) => db::throttle::refund(tx, &meter.key).await,
        None => Ok(()),
    }
}

/// Resets the meter after a proof of identity.
pub async fn clear(tx: &mut PgConnection, meter: &Meter) -> sqlx::Result<()> {
    db::throttle::clear(tx, &meter.key).await
}

pub fn rate_limited(wait: TimeDelta) -> Error {
    Error::RateLimited { retry_after: wait.to_std().unwrap_or(Duration::from_secs(1)) }
}
