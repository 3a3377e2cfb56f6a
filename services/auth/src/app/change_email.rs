//! Changes the e-mail address. The response does not reveal whether another account has the new one.

use kit::{Result, identity::Caller};
use proto::auth::EmailChanged;

use crate::{
    App,
    app::{
        link, messages,
        reauthenticate::reauthenticate,
        security_notice::{self, Former, Notice},
        session, throttle,
        visitor::Visitor,
    },
    db::{self, credentials::Owner},
    domain::{email::Email, link::Purpose, password::Password, security_event::EventKind},
};

/// An unchanged address sends no mail.
pub async fn change_email(
    app: &App,
    caller: &Caller,
    visitor: &Visitor,
    email: &Email,
    password: Option<Password>,
) -> Result<db::account::AccountRow> {
    let owner = reauthenticate(app, caller, password, "password").await?;
    let is_change = |owner: &Owner| owner.email.as_deref() != Some(email.as_str());
    if is_change(&owner) {
        throttle::charge(app, throttle::by_mail(app, visitor, Some(owner.account_id), email.as_str())).await?;
    }

    let mut tx = kit::db::begin(&app.pool).await?;
    // Lock order: links, account, sessions.
    db::link::lock_all_for(&mut tx, caller.account).await?;
    // The account may have changed since the password was checked.
    let owner = session::lock_owner(&mut tx, caller).await?;
    if is_change(&owner) {
        let (account, language) = (owner.account_id, messages::parse_language(&owner.language));
        db::link::delete_for(&mut tx, account, Purpose::PasswordReset).await?;
        db::link::delete_for(&mut tx, account, Purpose::EmailVerification).await?;
        db::credentials::set_email(&mut tx, account, email).await?;
        link::send_verification(app, &mut tx, account, email.as_str(), language).await?;

        let former = Former { email: owner.verified_email(), ..Former::default() };
        let (kind, device) = (EventKind::EmailChanged, visitor.device);
        let notice = Notice { account, kind, device, language, email: None, former };
        security_notice::send(app, &mut tx, &notice).await?;

        outbox::append(&mut tx, &EmailChanged { account_id: account }).await?;
        tracing::info!(account.id = account, "Account {account} changed its e-mail address");
    }
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(account)
}
