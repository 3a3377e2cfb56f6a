//! Asks for the password before sensitive actions, because a device may be unlocked or a token stolen.

use chrono::TimeDelta;
use kit::{Error, Result, identity::Caller, security};

use crate::{
    App,
    app::{session, throttle},
    db::credentials::Owner,
    domain::password::Password,
    passwords::Verdict,
};

/// Owners without a password must have signed in within this time.
const RECENT: TimeDelta = TimeDelta::minutes(15);

/// Errors refer to the input `field`.
pub async fn reauthenticate(
    app: &App,
    caller: &Caller,
    password: Option<Password>,
    field: &'static str,
) -> Result<Owner> {
    let owner = session::owner(&mut *app.pool.acquire().await?, caller).await?;
    let Some(stored) = owner.password_hash.clone() else {
        let is_recent = app.clock.now() - owner.signed_in_at <= RECENT;
        return if is_recent { Ok(owner) } else { Err(Error::conflict("sign_in_again")) };
    };
    let password = password.ok_or_else(|| Error::invalid(field, "required"))?;
    let meter = throttle::by_account(app, owner.account_id);
    throttle::charge(app, [meter.clone()]).await?;
    if app.passwords.verify(password, Some(stored)).await? == Verdict::Wrong {
        security::refused("invalid_password");
        return Err(Error::invalid(field, "invalid_password"));
    }
    throttle::clear(&mut *app.pool.acquire().await?, &meter).await?;
    Ok(owner)
}
