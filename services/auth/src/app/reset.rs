//! Resets a password by a mailed link. Ends all sessions, because more than the password may be compromised.

use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        change_password::{refuse_guessable, set_password},
        link, messages,
        security_notice::{self, Former, Notice},
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db::{self, session::EndReason},
    domain::{
        email::Email, link::Purpose, login::Login, password::Password, phone::Phone, security_event::EventKind,
        token::Token,
    },
};

/// Known devices whose counted attempts are cleared.
const MAX_FORGIVEN_DEVICES: i64 = 10;

/// Checks a link without using it up.
pub async fn verify(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    find(app, &mut tx, token).await.map(drop)
}

pub async fn reset(app: &App, visitor: &Visitor, token: Option<&Token>, password: Password) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    // Checked before hashing, which is expensive, and again in the transaction.
    let mut tx = kit::db::begin(&app.pool).await?;
    let target = find(app, &mut tx, token).await?;
    drop(tx);
    refuse_guessable(&password, Some(&target.email), target.phone_number.as_deref())?;
    let hash = app.passwords.hash(password).await?;

    let mut tx = kit::db::begin(&app.pool).await?;
    let target = find(app, &mut tx, token).await?;
    let account = target.account_id;
    set_password(&mut tx, account, &hash).await?;
    db::session::end_all_for(&mut tx, account, None, EndReason::PasswordReset, app.clock.now()).await?;
    let notice = Notice {
        account,
        kind: EventKind::PasswordReset,
        device: visitor.device,
        language: messages::parse_language(&target.language),
        email: Some(&target.email),
        former: Former::default(),
    };
    security_notice::send(app, &mut tx, &notice).await?;

    forgive_attempts(app, &mut tx, &target).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = account, "Account {account} set a new password by a link");
    Ok(())
}

/// Attempts with the forgotten password must not delay the next sign-in.
async fn forgive_attempts(app: &App, tx: &mut PgConnection, target: &db::link::Target) -> Result<()> {
    let phone = target.phone_number.as_deref().and_then(Phone::parse);
    let logins = [phone.map(Login::Phone), Email::parse(&target.email).map(Login::Email)];
    let no_raw_login = "";
    let known_devices = db::account_device::all_for(tx, target.account_id, MAX_FORGIVEN_DEVICES).await?;
    for login in logins.iter().flatten() {
        // `None` counts unknown devices.
        for device in known_devices.iter().copied().map(Some).chain([None]) {
            throttle::clear(tx, &throttle::by_login(app, Some(login), no_raw_login, device)).await?;
        }
    }
    Ok(())
}

async fn find(app: &App, tx: &mut PgConnection, token: Option<&Token>) -> Result<db::link::Target> {
    let target = match token {
        Some(token) => link::find_target(app, tx, Purpose::PasswordReset, token).await?,
        None => None,
    };
    target.ok_or_else(|| Error::invalid("token", "token_invalid"))
}
