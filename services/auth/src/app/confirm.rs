//! The password again, before what matters: whoever found a device unlocked, or stole a token, does not know it. Guesses are
//! counted like those at signing in. An account without a password is confirmed by having signed in a short time ago.

use chrono::TimeDelta;
use kit::{Error, Result, identity::Caller};

use crate::{
    App,
    app::{session, throttle},
    db::credentials::Owner,
    domain::password::Password,
    passwords::Verdict,
};

const SHORT_TIME: TimeDelta = TimeDelta::minutes(15);

/// The caller's account, if the password is its own; `field` is where it was typed.
pub async fn confirm(app: &App, caller: &Caller, password: Option<Password>, field: &'static str) -> Result<Owner> {
    let owner = session::owner(&mut *app.pool.acquire().await?, caller).await?;
    let Some(stored) = owner.password_hash.clone() else {
        let is_recent = app.clock.now() - owner.signed_in_at <= SHORT_TIME;
        return if is_recent { Ok(owner) } else { Err(Error::conflict("sign_in_again")) };
    };
    let password = password.ok_or_else(|| Error::invalid(field, "required"))?;
    let meter = throttle::by_account(app, owner.account_id);
    throttle::charge(app, [meter.clone()]).await?;
    if app.passwords.verify(password, Some(stored)).await? == Verdict::Wrong {
        return Err(Error::invalid(field, "invalid_password"));
    }
    throttle::clear(&mut *app.pool.acquire().await?, &meter).await?;
    Ok(owner)
}
