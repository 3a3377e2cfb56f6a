//! Verifying an address by a mailed link. The link stays good for its day: people click twice, and mail programs look ahead.

use kit::{Error, Result, identity::Caller};

use crate::{
    App,
    app::{
        link, post, session,
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db,
    domain::{link::Purpose, token::Token},
};

/// Mails the link again; an address that is verified needs none.
pub async fn send(app: &App, caller: &Caller) -> Result<()> {
    let owner = session::owner(&mut *app.pool.acquire().await?, caller).await?;
    if owner.email_verified {
        return Ok(());
    }
    let email = owner.email.ok_or_else(|| Error::conflict("email_missing"))?;
    throttle::charge(app, [throttle::by_mailbox(app, &email)]).await?;
    let (account, language) = (Some(owner.account_id), post::language(&owner.language));
    let mut tx = app.pool.begin().await?;
    link::mail(app, &mut tx, Purpose::EmailVerification, account, &email, language).await?;
    tx.commit().await?;
    app.bell.notify_one();
    Ok(())
}

pub async fn verify(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_place(app, Attempt::Link, visitor)).await?;
    let mut tx = app.pool.begin().await?;
    let target = match token {
        Some(token) => link::follow(app, &mut tx, Purpose::EmailVerification, token).await?,
        None => None,
    };
    let target = target.ok_or_else(|| Error::invalid("token", "token_invalid"))?;
    db::credentials::set_email_verified(&mut tx, target.account_id).await?;
    tx.commit().await?;
    Ok(())
}
