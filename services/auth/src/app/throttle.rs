//! Counting attempts before they are made, under keys that name nobody. An attempt is counted in a transaction of its own:
//! what follows may take long, and must not hold a row.
//!
//! Unknown logins are counted like known ones, or being refused would tell which is which. A stranger can make somebody wait
//! so, up to a quarter of an hour at a time; they still come in by a code.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    App,
    app::visitor::Visitor,
    db,
    domain::{login::Login, throttle::Patience},
    keyed::Digest,
};

/// What is tried, where trying is cheap and succeeding is not.
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

#[derive(Clone)]
pub struct Meter {
    key: Digest,
    patience: Patience,
}

/// What was typed is counted as what it means, however it is written.
pub fn by_login(app: &App, login: Option<&Login>, raw: &str) -> Meter {
    let typed = raw.trim().to_lowercase();
    let meaning = match login {
        Some(Login::Phone(phone)) => phone.as_str(),
        Some(Login::Email(email)) => email.as_str(),
        None => &typed,
    };
    Meter { key: app.keyed.hash("throttle.login", &[meaning]), patience: app.patiences.login }
}

pub fn by_account(app: &App, account: i64) -> Meter {
    Meter { key: app.keyed.hash("throttle.account", &[&account.to_string()]), patience: app.patiences.login }
}

pub fn by_mailbox(app: &App, email: &str) -> Meter {
    Meter { key: app.keyed.hash("throttle.mailbox", &[email]), patience: app.patiences.mailbox }
}

/// None for who did not come through the gateway.
pub fn by_place(app: &App, attempt: Attempt, visitor: &Visitor) -> Option<Meter> {
    let place = visitor.place()?;
    Some(Meter { key: app.keyed.hash("throttle.place", &[attempt.key(), &place]), patience: app.patiences.place })
}

/// Counts one on every meter, or on none and says how long to wait. Places come first, so that two attempts never wait for
/// each other.
pub async fn charge(app: &App, meters: impl IntoIterator<Item = Meter>) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    db::throttle::spare_the_disk(&mut tx).await?;
    let mut wait = TimeDelta::zero();
    for Meter { key, patience } in meters {
        let tally = db::throttle::lock(&mut tx, &key, now).await?;
        match patience.admit(tally, now) {
            Ok(counted) => db::throttle::set(&mut tx, &key, &counted).await?,
            Err(longer) => wait = wait.max(longer),
        }
    }
    if wait > TimeDelta::zero() {
        return Err(too_many(wait));
    }
    tx.commit().await?;
    Ok(())
}

/// It turned out right: it was no guess.
pub async fn refund(tx: &mut PgConnection, meter: Option<&Meter>) -> sqlx::Result<()> {
    match meter {
        Some(meter) => db::throttle::refund(tx, &meter.key).await,
        None => Ok(()),
    }
}

/// Whoever proved to be the one is forgiven all.
pub async fn clear(tx: &mut PgConnection, meter: &Meter) -> sqlx::Result<()> {
    db::throttle::clear(tx, &meter.key).await
}

pub fn too_many(wait: TimeDelta) -> Error {
    Error::TooMany { retry_after: wait.to_std().unwrap_or(Duration::from_secs(1)) }
}
