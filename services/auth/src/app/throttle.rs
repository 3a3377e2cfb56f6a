//! An attempt is counted before it is made, in a separate transaction, so that no counter stays locked.
//! Logins without an account are counted alike, so that refusals reveal nothing.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Error, Result,
    budget::{self, Budget},
    email::mailbox_key,
    security,
};
use sqlx::PgConnection;

use crate::{
    App,
    app::visitor::Visitor,
    db,
    domain::{device::DeviceHash, login::Login, phone::Phone, throttle::Limit},
    keyed::Digest,
};

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

/// A counter, stored under a keyed hash of what it counts.
#[derive(Clone)]
pub struct Meter {
    key: Digest,
    limit: Limit,
}

/// All spellings of a login count together, and each known device separately.
pub fn by_login(app: &App, login: Option<&Login>, raw: &str, known_device: Option<DeviceHash>) -> Meter {
    let typed = raw.trim().to_lowercase();
    let normalised = match login {
        Some(Login::Phone(phone)) => phone.as_str(),
        Some(Login::Email(email)) => email.as_str(),
        None => &typed,
    };
    let limit = Limit::Attempts(app.attempt_limits.login);
    let device = known_device.map(DeviceHash::to_base64);
    let parts: Vec<&str> = std::iter::once(normalised).chain(device.as_deref()).collect();
    Meter { key: app.keyed_hasher.hash("throttle.login", &parts), limit }
}

pub fn by_account(app: &App, account: i64) -> Meter {
    let limit = Limit::Attempts(app.attempt_limits.login);
    Meter { key: app.keyed_hasher.hash("throttle.account", &[&account.to_string()]), limit }
}

/// Counts mails per network, account and mailbox.
pub fn by_mail(app: &App, visitor: &Visitor, account: Option<i64>, email: &str) -> Vec<Meter> {
    let mailbox = mailbox_key(email);
    let account = account.map(|account| account.to_string());
    let pace = Meter {
        key: app.keyed_hasher.hash("throttle.mailbox", &[&mailbox]),
        limit: Limit::Attempts(app.attempt_limits.mailbox),
    };
    by_network(app, Attempt::Mail, visitor)
        .into_iter()
        .chain(by_network_budget(app, budget::MAILS_FROM_NETWORK, visitor))
        .chain(account.map(|account| by_budget(app, budget::MAILS_FROM_ACCOUNT, &account)))
        .chain([pace, by_budget(app, budget::MAILS_TO_MAILBOX, &mailbox)])
        .collect()
}

/// Counts codes per network, and per country of the number.
pub fn by_code(app: &App, visitor: &Visitor, phone: &Phone) -> Vec<Meter> {
    let by_country = if phone.is_domestic() {
        [budget::CODES_AT_HOME_HOUR, budget::CODES_AT_HOME_DAY]
    } else {
        [budget::CODES_ABROAD_HOUR, budget::CODES_ABROAD_DAY]
    };
    [budget::CODES_FROM_NETWORK_HOUR, budget::CODES_FROM_NETWORK_DAY]
        .into_iter()
        .filter_map(|budget| by_network_budget(app, budget, visitor))
        .chain(by_country.map(|budget| by_budget(app, budget, phone.dial_code())))
        .collect()
}

pub fn by_passkey_challenge(app: &App, visitor: &Visitor) -> Option<Meter> {
    by_network_budget(app, budget::PASSKEY_CHALLENGES_FROM_NETWORK, visitor)
}

pub fn by_wrong_code(app: &App) -> Meter {
    let all_numbers = "";
    by_budget(app, budget::WRONG_CODES, all_numbers)
}

pub fn by_budget(app: &App, budget: Budget, subject: &str) -> Meter {
    Meter { key: app.keyed_hasher.hash("throttle.budget", &[budget.name, subject]), limit: Limit::Budget(budget) }
}

fn by_network_budget(app: &App, budget: Budget, visitor: &Visitor) -> Option<Meter> {
    let max = budget.max.saturating_mul(app.attempt_limits.network_budget_factor);
    Some(by_budget(app, Budget { max, ..budget }, &visitor.network()?))
}

/// Returns `None` for calls that bypass the gateway.
pub fn by_network(app: &App, attempt: Attempt, visitor: &Visitor) -> Option<Meter> {
    let network = visitor.network()?;
    Some(Meter {
        // Stored keys cannot change: they call a network "place".
        key: app.keyed_hasher.hash("throttle.place", &[attempt.key(), &network]),
        limit: Limit::Attempts(app.attempt_limits.network),
    })
}

/// Counts on every meter, or on none if a limit is reached. A fixed order of locks, the network first, avoids
/// deadlocks.
pub async fn charge(app: &App, meters: impl IntoIterator<Item = Meter>) -> Result<()> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::throttle::commit_asynchronously(&mut tx).await?;
    // The longest wait.
    let mut refused = None;
    for Meter { key, limit } in meters {
        let tally = db::throttle::lock(&mut tx, &key, now).await?;
        match limit.admit(tally, now) {
            Ok(counted) => db::throttle::set(&mut tx, &key, &counted).await?,
            Err(wait) => refused = refused.max(Some((wait, limit.name()))),
        }
    }
    if let Some((wait, limit)) = refused {
        security::refused(limit);
        return Err(rate_limited(wait));
    }
    tx.commit().await?;
    Ok(())
}

pub async fn try_charge(app: &App, meters: impl IntoIterator<Item = Meter>) -> Result<bool> {
    match charge(app, meters).await {
        Ok(()) => Ok(true),
        Err(Error::RateLimited { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

pub async fn is_used_up(app: &App, meter: &Meter) -> Result<bool> {
    let tally = db::throttle::find(&mut *app.pool.acquire().await?, &meter.key).await?;
    Ok(tally.is_some_and(|tally| meter.limit.admit(tally, app.clock.now()).is_err()))
}

/// Takes back one count, for a successful attempt.
pub async fn refund(tx: &mut PgConnection, meter: Option<&Meter>) -> sqlx::Result<()> {
    match meter {
        Some(meter) => db::throttle::refund(tx, &meter.key).await,
        None => Ok(()),
    }
}

/// Forgets all counts, after a proof of identity.
pub async fn clear(tx: &mut PgConnection, meter: &Meter) -> sqlx::Result<()> {
    db::throttle::clear(tx, &meter.key).await
}

pub fn rate_limited(wait: TimeDelta) -> Error {
    Error::RateLimited { retry_after: wait.to_std().unwrap_or(Duration::from_secs(1)) }
}
