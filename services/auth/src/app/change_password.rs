//! Changes an account's password. All other sessions end, and this one gets new tokens. Its old refresh tokens are
//! deleted at once, without the grace period for concurrent refreshes, and its old access tokens are revoked, because
//! they may have been stolen.

use kit::{Error, Result, identity::Caller};
use proto::auth::PasswordChanged;
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        keys, messages,
        reauthenticate::reauthenticate,
        sign_out::session_id,
        tokens::{self, Tokens},
    },
    db::{self, session::EndReason},
    domain::{email::Email, link::Purpose, password::Password, phone::Phone},
};

pub async fn change_password(app: &App, caller: &Caller, current: Option<Password>, new: Password) -> Result<Tokens> {
    let owner = reauthenticate(app, caller, current, "currentPassword").await?;
    refuse_guessable(&new, owner.email.as_deref(), &owner.phone_number)?;
    let hash = app.passwords.hash(new).await?;

    let (now, session, signer) = (app.clock.now(), session_id(caller)?, keys::signer(app).await?);
    let mut tx = app.pool.begin().await?;
    let began = db::session::lock_for(&mut tx, owner.account_id, session).await?;
    let began = began.ok_or_else(Error::unauthenticated)?;
    set_password(&mut tx, owner.account_id, &hash).await?;
    db::session::end_all_for(&mut tx, owner.account_id, Some(session), EndReason::PasswordChange, now).await?;
    db::refresh_token::delete_of(&mut tx, session).await?;
    let account = db::account::find_signed_in(&mut tx, owner.account_id, session).await?;
    let account = account.ok_or_else(Error::unauthenticated)?;
    let tokens = tokens::issue(app, &mut tx, &signer, &account, session, began).await?;
    if let Some(email) = owner.verified_email() {
        messages::enqueue_notice(app, &mut tx, email, "password_changed", messages::parse_language(&owner.language))
            .await?;
    }
    tx.commit().await?;
    app.notifier.notify_one();
    tracing::info!(account.id = owner.account_id, "Account {} changed its password", owner.account_id);
    Ok(tokens)
}

/// Stores the hash, publishes the change, revokes the access tokens issued before, and deletes pending password-reset
/// links.
pub async fn set_password(tx: &mut PgConnection, account: i64, hash: &str) -> Result<()> {
    db::link::delete_for(tx, account, Purpose::PasswordReset).await?;
    db::credentials::set_password_hash(tx, account, hash).await?;
    db::revocation::start_generation(tx, account).await?;
    outbox::append(tx, &PasswordChanged { account_id: account }).await?;
    Ok(())
}

pub fn refuse_guessable(password: &Password, email: Option<&str>, phone: &str) -> Result<()> {
    if password.is_guessable_from(email.and_then(Email::parse).as_ref(), Phone::parse(phone).as_ref()) {
        return Err(Error::invalid("password", "password_guessable"));
    }
    Ok(())
}
