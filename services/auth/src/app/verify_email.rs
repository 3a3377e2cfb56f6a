//! Verifies an e-mail address through a link. The link stays valid after use, because people click twice and mail
//! programs prefetch links.
//!
//! The account that verifies an address owns it. The claims of other accounts end with their links, because they may
//! have been made to hijack a later account of the owner.

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
    domain::{link::Purpose, token::Token},
};

/// Sends the link again, unless the address is already verified.
pub async fn send(app: &App, caller: &Caller, visitor: &Visitor) -> Result<()> {
    let owner = session::owner(&mut *app.pool.acquire().await?, caller).await?;
    if owner.email_verified {
        return Ok(());
    }
    let email = owner.email.ok_or_else(|| Error::conflict("email_missing"))?;
    throttle::charge(app, throttle::by_mail(app, visitor, Some(owner.account_id), &email)).await?;
    let language = messages::parse_language(&owner.language);
    let mut tx = app.pool.begin().await?;
    link::send_verification(app, &mut tx, owner.account_id, &email, language).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(())
}

pub async fn verify(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    let mut tx = app.pool.begin().await?;
    let target = match token {
        Some(token) => find_target(app, &mut tx, token).await?,
        None => None,
    };
    let target = target.ok_or_else(|| Error::invalid("token", "token_invalid"))?;
    db::credentials::set_email_verified(&mut tx, target.account_id).await?;
    db::credentials::end_claims(&mut tx, &target.email).await?;
    tx.commit().await?;
    Ok(())
}

/// Locks the address before the account.
async fn find_target(app: &App, tx: &mut PgConnection, token: &Token) -> Result<Option<db::link::Target>> {
    let purpose = Purpose::EmailVerification;
    if let Some(email) = db::link::find_email(tx, purpose, &token.hash(), app.clock.now()).await? {
        db::credentials::lock_address(tx, &email).await?;
    }
    link::find_target(app, tx, purpose, token).await
}
