//! Changes an account's e-mail address. The new address receives a verification link and the old one, if verified, a
//! notice, in case its owner did not make the change. Links sent to the old address become invalid.
//!
//! The response is the same whether another account has the new address.

use kit::{Result, identity::Caller};
use proto::auth::EmailChanged;

use crate::{
    App,
    app::{link, messages, reauthenticate::reauthenticate, session, throttle, visitor::Visitor},
    db,
    domain::{email::Email, link::Purpose, password::Password},
};

/// Does nothing but return the account if the address is unchanged.
pub async fn change_email(
    app: &App,
    caller: &Caller,
    visitor: &Visitor,
    email: &Email,
    password: Option<Password>,
) -> Result<db::account::AccountRow> {
    let owner = reauthenticate(app, caller, password, "password").await?;
    let is_changed = owner.email.as_deref() != Some(email.as_str());
    if is_changed {
        throttle::charge(app, throttle::by_mail(app, visitor, Some(owner.account_id), email.as_str())).await?;
    }
    let mut tx = app.pool.begin().await?;
    if is_changed {
        let (account, language) = (owner.account_id, messages::parse_language(&owner.language));
        db::link::delete_for(&mut tx, account, Purpose::PasswordReset).await?;
        db::link::delete_for(&mut tx, account, Purpose::EmailVerification).await?;
        db::credentials::set_email(&mut tx, account, email).await?;
        link::send_verification(app, &mut tx, account, email.as_str(), language).await?;
        if let Some(before) = owner.verified_email() {
            messages::enqueue_notice(app, &mut tx, before, "email_changed", language).await?;
        }
        outbox::append(&mut tx, &EmailChanged { account_id: account }).await?;
        tracing::info!(account.id = account, "Account {account} changed its e-mail address");
    }
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(account)
}
