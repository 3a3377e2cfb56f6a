//! A new password ends all other sessions and, without a grace period, all previous tokens.

use kit::{Error, Result, identity::Caller};
use proto::auth::PasswordChanged;
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        keys,
        reauthenticate::reauthenticate,
        security_notice, session,
        sign_out::session_id,
        tokens::{self, Tokens},
        visitor::Visitor,
    },
    db::{self, session::EndReason},
    domain::{email::Email, link::Purpose, password::Password, phone::Phone, security_event::EventKind},
};

pub async fn change_password(
    app: &App,
    caller: &Caller,
    visitor: &Visitor,
    current: Option<Password>,
    new: Password,
) -> Result<Tokens> {
    // Staff have their tokens in cookies only, but this response contains them.
    if caller.factor_at.is_some() {
        return Err(Error::Forbidden);
    }
    let owner = reauthenticate(app, caller, current, "currentPassword").await?;
    refuse_guessable(&new, owner.email.as_deref(), owner.phone_number.as_deref())?;
    let hash = app.passwords.hash(new).await?;

    let (now, session_id, signer) = (app.clock.now(), session_id(caller)?, keys::signer(app).await?);
    let mut tx = kit::db::begin(&app.pool).await?;
    // The lock order is links, account, sessions.
    db::link::lock_all_for(&mut tx, caller.account).await?;
    let owner = session::lock_owner(&mut tx, caller).await?;
    let session_began = db::session::lock_open(&mut tx, owner.account_id, session_id).await?;
    let session_began = session_began.ok_or_else(Error::unauthenticated)?;

    set_password(&mut tx, owner.account_id, &hash).await?;
    db::session::end_all_for(&mut tx, owner.account_id, Some(session_id), EndReason::PasswordChange, now).await?;
    db::refresh_token::delete_of(&mut tx, session_id).await?;

    let account = db::account::find_signed_in(&mut tx, owner.account_id, session_id).await?;
    let account = account.ok_or_else(Error::unauthenticated)?;
    let tokens = tokens::issue(app, &mut tx, &signer, &account, session_id, session_began).await?;
    security_notice::notify_owner(app, &mut tx, &owner, EventKind::PasswordChanged, visitor.device).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = owner.account_id, "Account {} changed its password", owner.account_id);
    Ok(tokens)
}

/// Sets the password, revokes access tokens and deletes reset links.
pub async fn set_password(tx: &mut PgConnection, account: i64, hash: &str) -> Result<()> {
    db::link::delete_for(tx, account, Purpose::PasswordReset).await?;
    db::credentials::set_password_hash(tx, account, hash).await?;
    db::revocation::start_generation(tx, account).await?;
    outbox::append(tx, &PasswordChanged { account_id: account }).await?;
    Ok(())
}

pub fn refuse_guessable(password: &Password, email: Option<&str>, phone: Option<&str>) -> Result<()> {
    if password.is_guessable_from(email.and_then(Email::parse).as_ref(), phone.and_then(Phone::parse).as_ref()) {
        return Err(Error::invalid("password", "password_guessable"));
    }
    Ok(())
}
