//! Changing the address an account is written to. The new one is asked to verify itself, the old one is told: if its owner did
//! not do it, that is the last they would hear. Links mailed to the old address lead nowhere from then on.

use kit::{Result, identity::Caller};
use proto::auth::EmailChanged;

use crate::{
    App,
    app::{confirm::confirm, link, post, session},
    db,
    domain::{email::Email, link::Purpose, password::Password},
    events::NewEmail,
};

/// Changing to the address it has is no change.
pub async fn change_email(
    app: &App,
    caller: &Caller,
    email: &Email,
    password: Option<Password>,
) -> Result<db::account::Row> {
    let owner = confirm(app, caller, password, "password").await?;
    let mut tx = app.pool.begin().await?;
    if owner.email.as_deref() != Some(email.as_str()) {
        let (account, language) = (owner.account_id, post::language(&owner.language));
        db::link::void_for(&mut tx, account, Purpose::PasswordReset).await?;
        db::link::void_for(&mut tx, account, Purpose::EmailVerification).await?;
        db::credentials::set_email(&mut tx, account, email).await?;
        link::mail(app, &mut tx, Purpose::EmailVerification, Some(account), email.as_str(), language).await?;
        if let Some(before) = &owner.email {
            post::notify(app, &mut tx, before, "email_changed", language).await?;
        }
        outbox::append(&mut tx, &NewEmail(EmailChanged { account_id: account })).await?;
        tracing::info!(account.id = account, "Account {account} changed its e-mail address");
    }
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    app.bell.notify_one();
    Ok(account)
}
