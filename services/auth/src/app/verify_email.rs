//! Verifies e-mail addresses by links. A link stays valid after use, because mail programs prefetch links. It works
//! only in a session of its account, so that a person's click cannot verify their address for somebody else.

use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        link, messages, session,
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db,
    domain::{link::Purpose, security_event::EventKind, token::Token},
};

pub async fn send(app: &App, caller: &Caller, visitor: &Visitor) -> Result<()> {
    let owner = session::owner(&mut *app.pool.acquire().await?, caller).await?;
    if owner.email_verified {
        return Ok(());
    }
    let email = owner.email.ok_or_else(|| Error::conflict("email_missing"))?;
    throttle::charge(app, throttle::by_mail(app, visitor, Some(owner.account_id), &email)).await?;
    let language = messages::parse_language(&owner.language);
    let mut tx = kit::db::begin(&app.pool).await?;
    link::send_verification(app, &mut tx, owner.account_id, &email, language).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}

/// Other accounts lose the address: they may have entered it to hijack an account of its owner.
pub async fn verify(app: &App, caller: &Caller, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    let account = session::owner(&mut *app.pool.acquire().await?, caller).await?.account_id;
    let mut tx = kit::db::begin(&app.pool).await?;
    let target = match token {
        Some(token) => find_target(app, &mut tx, token).await?,
        None => None,
    };
    let target = target.filter(|target| target.account_id == account);
    let target = target.ok_or_else(|| Error::invalid("token", "token_invalid"))?;
    if db::credentials::set_email_verified(&mut tx, account).await? {
        db::security_event::insert(&mut tx, account, EventKind::EmailVerified, visitor.device, app.clock.now()).await?;
    }
    db::credentials::end_claims(&mut tx, &target.email).await?;
    tx.commit().await?;
    Ok(())
}

/// Locks the address first, to avoid deadlocks.
async fn find_target(app: &App, tx: &mut PgConnection, token: &Token) -> Result<Option<db::link::Target>> {
    let purpose = Purpose::EmailVerification;
    if let Some(email) = db::link::find_email(tx, purpose, &token.hash(), app.clock.now()).await? {
        db::credentials::lock_address(tx, &email).await?;
    }
    link::find_target(app, tx, purpose, token).await
}
