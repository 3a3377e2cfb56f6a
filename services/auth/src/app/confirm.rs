//! The password again, before what matters: whoever found a device unlocked, or stole a token, does not know it. Guesses are
//! counted like those at signing in.

use kit::{Error, Result, identity::Caller};

use crate::{
    App,
    app::{session, throttle},
    db::credentials::Owner,
    domain::password::Password,
    passwords::Verdict,
};

/// The caller's account, if the password is its own; `field` is where it was typed.
pub async fn confirm(app: &App, caller: &Caller, password: Password, field: &'static str) -> Result<Owner> {
    let owner = session::owner(&mut *app.pool.acquire().await?, caller).await?;
    let meter = throttle::by_account(app, owner.account_id);
    throttle::charge(app, [meter.clone()]).await?;
    if app.passwords.verify(password, Some(owner.password_hash.clone())).await? == Verdict::Wrong {
        return Err(Error::invalid(field, "invalid_password"));
    }
    throttle::clear(&mut *app.pool.acquire().await?, &meter).await?;
    Ok(owner)
}
