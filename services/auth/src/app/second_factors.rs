//! Changes second factors. Needs a recent proof of one (step-up), so that an unattended browser is not enough.

use chrono::TimeDelta;
use kit::{
    Error, Result,
    identity::{Caller, STEP_UP_TTL},
    security,
};
use rand::rngs::OsRng;

use crate::{
    App,
    app::{
        challenge,
        second_factor::{self, Factors, Proof},
        security_notice, session, throttle,
    },
    db,
    domain::{device::Device, second_factor::TotpSecret, security_event::EventKind},
};

const DRAFT_TTL: TimeDelta = TimeDelta::minutes(10);

pub struct NewTotp {
    pub secret: TotpSecret,
    pub account_name: String,
}

/// Returns when the second factor was proved, in Unix seconds.
pub fn require_factor(caller: &Caller) -> Result<i64> {
    caller.factor_at.ok_or_else(|| {
        security::refused("second_factor_missing");
        Error::NotAllowed("second_factor_required")
    })
}

pub fn require_recent_factor(app: &App, caller: &Caller) -> Result<()> {
    if app.clock.now().timestamp() - require_factor(caller)? > STEP_UP_TTL.as_secs() as i64 {
        security::refused("step_up");
        return Err(Error::NotAllowed("step_up_required"));
    }
    Ok(())
}

pub async fn list(app: &App, account: i64) -> Result<Factors> {
    Factors::find(&mut *app.pool.acquire().await?, account).await
}

pub async fn begin_totp(app: &App, caller: &Caller) -> Result<NewTotp> {
    require_recent_factor(app, caller)?;
    let (account, secret) = (caller.account, TotpSecret::random(&mut OsRng));
    let sealed = second_factor::seal_secret(app, account, &secret)?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?;
    db::totp::put_draft(&mut tx, account, &sealed, app.clock.now() + DRAFT_TTL).await?;
    tx.commit().await?;
    Ok(NewTotp { secret, account_name: owner.phone_number.or(owner.email).unwrap_or_default() })
}

/// Replaces the previous authenticator app.
pub async fn confirm_totp(app: &App, caller: &Caller, code: String, device: Device) -> Result<Factors> {
    require_recent_factor(app, caller)?;
    let (account, proof) = (caller.account, Proof::Totp(code.clone()));
    let meter = proof.meter(app, &[account.to_string(), caller.session.clone()]);
    throttle::charge(app, meter.clone()).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?;
    let sealed = db::totp::take_draft(&mut tx, account, app.clock.now()).await?.ok_or_else(challenge::expired)?;
    let secret = second_factor::open_secret(app, account, &sealed)?;
    second_factor::store_totp(app, &mut tx, account, &secret, &code).await?;
    throttle::refund(&mut tx, meter.as_ref()).await?;
    security_notice::notify_owner(app, &mut tx, &owner, EventKind::SecondFactorChanged, device).await?;
    let factors = Factors::find(&mut tx, account).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} set up an authenticator app");
    Ok(factors)
}

/// The database refuses to delete the last second factor of staff.
pub async fn remove_totp(app: &App, caller: &Caller, device: Device) -> Result<Factors> {
    require_recent_factor(app, caller)?;
    let account = caller.account;
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?;
    // Lock order: account, factors.
    db::account::lock_credentials(&mut tx, account).await?;
    if db::totp::delete(&mut tx, account).await? {
        security_notice::notify_owner(app, &mut tx, &owner, EventKind::SecondFactorChanged, device).await?;
        tracing::info!(account.id = account, "Account {account} removes its authenticator app");
    }
    let factors = Factors::find(&mut tx, account).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(factors)
}

pub async fn renew_recovery_codes(app: &App, caller: &Caller, device: Device) -> Result<Vec<String>> {
    require_recent_factor(app, caller)?;
    let account = caller.account;
    let mut tx = kit::db::begin(&app.pool).await?;
    let owner = session::owner(&mut tx, caller).await?;
    let codes = second_factor::renew_recovery_codes(app, &mut tx, account).await?;
    security_notice::notify_owner(app, &mut tx, &owner, EventKind::SecondFactorChanged, device).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} renewed its recovery codes");
    Ok(codes)
}
