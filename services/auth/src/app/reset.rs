//! Setting a new password by a mailed link. Every session ends: whoever has to do this may have lost more than a password.

use kit::{Error, Result};

use crate::{
    App,
    app::{
        change_password::{refuse_guessable, set_password},
        link, post,
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db::{self, session::EndReason},
    domain::{email::Email, link::Purpose, login::Login, password::Password, phone::Phone, token::Token},
};

/// Whether the link is still good.
pub async fn verify(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_place(app, Attempt::Link, visitor)).await?;
    let mut tx = app.pool.begin().await?;
    find(app, &mut tx, token).await.map(drop)
}

pub async fn reset(app: &App, visitor: &Visitor, token: Option<&Token>, password: Password) -> Result<()> {
    throttle::charge(app, throttle::by_place(app, Attempt::Link, visitor)).await?;
    // Asked before the hasher works, which must not work for nobody; and again below, when it counts.
    let mut tx = app.pool.begin().await?;
    let target = find(app, &mut tx, token).await?;
    drop(tx);
    refuse_guessable(&password, Some(&target.email), &target.phone_number)?;
    let hash = app.passwords.hash(password).await?;

    let mut tx = app.pool.begin().await?;
    let target = find(app, &mut tx, token).await?;
    let account = target.account_id;
    set_password(&mut tx, account, &hash).await?;
    db::session::end_all_for(&mut tx, account, None, EndReason::PasswordReset, app.clock.now()).await?;
    post::notify(app, &mut tx, &target.email, "password_changed", post::language(&target.language)).await?;
    // Who forgot it has guessed a few times, and shall not wait now.
    let logins = [Phone::parse(&target.phone_number).map(Login::Phone), Email::parse(&target.email).map(Login::Email)];
    for login in logins.iter().flatten() {
        throttle::clear(&mut tx, &throttle::by_login(app, Some(login), "")).await?;
    }
    tx.commit().await?;
    app.bell.notify_one();
    tracing::info!(account.id = account, "Account {account} set a new password by a link");
    Ok(())
}

async fn find(app: &App, tx: &mut sqlx::PgConnection, token: Option<&Token>) -> Result<db::link::Target> {
    let target = match token {
        Some(token) => link::follow(app, tx, Purpose::PasswordReset, token).await?,
        None => None,
    };
    target.ok_or_else(|| Error::invalid("token", "token_invalid"))
}
