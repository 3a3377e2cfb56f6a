//! "This was not me": undoes a change that somebody else has made to an account. The link of a security notice
//! authorises the call, so the owner needs neither a session nor a password.
//!
//! All sessions end. What the intruder may know or have can no longer be used to sign in: the password, known devices,
//! pending links, and the changed e-mail address or phone number. Later changes are undone too, and the links of their
//! notices become invalid.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result};
use sqlx::{Acquire as _, PgConnection, Postgres, Transaction};

use crate::{
    App,
    app::{
        security_notice,
        throttle::{self, Attempt},
        visitor::Visitor,
    },
    db::{self, security_notice::Former, session::EndReason},
    domain::{link::Purpose, security_event::EventKind, token::Token},
};

/// How long before its security event a passkey or secret may have been stored. One transaction writes both, so the
/// times differ by seconds at most.
const STORED_BEFORE_EVENT: TimeDelta = TimeDelta::minutes(1);

/// Undoes the change of the notice's link, and all later changes.
pub async fn disown(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let account = security_notice::find(app, &mut tx, token).await?.account_id;
    db::link::lock_all_for(&mut tx, account).await?;
    // Links are locked before the account, in the same order as elsewhere, to avoid deadlocks.
    db::profile::lock(&mut tx, account).await?;
    // The notice is read again, because a concurrent call may have used its link before the account was locked.
    let notice = security_notice::find(app, &mut tx, token).await?;
    let former = db::security_notice::use_since(&mut tx, account, notice.event_id, now).await?;
    remove_access(app, &mut tx, account).await?;
    remove_factors(&mut tx, account, notice.happened_at - STORED_BEFORE_EVENT).await?;
    restore(app, &mut tx, account, &former).await?;
    db::security_event::insert(&mut tx, account, EventKind::Disowned, visitor.device, now).await?;
    tx.commit().await?;
    tracing::warn!(account.id = account, "The owner of account {account} disowned a change; its sessions have ended");
    Ok(())
}

/// Ends all sessions, and removes the password, known devices and links. The owner can still sign in by a code to the
/// phone number, or by a link to the e-mail address.
async fn remove_access(app: &App, tx: &mut PgConnection, account: i64) -> Result<()> {
    db::session::end_all_for(tx, account, None, EndReason::Disowned, app.clock.now()).await?;
    db::revocation::start_generation(tx, account).await?;
    db::credentials::delete_password(tx, account).await?;
    db::account_device::delete_all_for(tx, account).await?;
    for purpose in [Purpose::PasswordReset, Purpose::EmailVerification] {
        db::link::delete_for(tx, account, purpose).await?;
    }
    Ok(())
}

/// Removes passkeys and second factors. An account of staff keeps the factors stored before `since`, because access to
/// its mails must not be enough to replace them. If no factor would remain, the account loses its roles instead. The
/// last owner of the shop keeps roles and factors, and gets a new link from the command line.
async fn remove_factors(tx: &mut Transaction<'_, Postgres>, account: i64, since: DateTime<Utc>) -> Result<()> {
    let is_staff = db::staff::has_role_for(tx, account).await?;
    // A `Conflict` means that the account would have roles without a second factor.
    let mut savepoint = tx.begin().await?;
    match delete_factors(&mut savepoint, account, is_staff.then_some(since)).await {
        Ok(()) => return Ok(savepoint.commit().await?),
        Err(Error::Conflict(_)) => savepoint.rollback().await?,
        Err(error) => return Err(error),
    }

    // A `Conflict` means that the shop would have no owner.
    let mut savepoint = tx.begin().await?;
    match db::staff::withdraw_all(&mut savepoint, account).await {
        Ok(()) => {
            delete_factors(&mut savepoint, account, None).await?;
            savepoint.commit().await?;
        }
        Err(Error::Conflict(_)) => {
            savepoint.rollback().await?;
            tracing::error!(account.id = account, "The last owner disowned the only second factor, and keeps it");
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Deletes the factors stored since `since`, or all factors if `since` is `None`.
async fn delete_factors(tx: &mut PgConnection, account: i64, since: Option<DateTime<Utc>>) -> Result<()> {
    db::passkey::delete_all_for(tx, account, since).await?;
    db::totp::delete_since(tx, account, since).await
}

/// Restores the replaced e-mail address and phone number. If another account has taken the former value in the
/// meantime, the intruder's value is removed and the account is left without one.
async fn restore(app: &App, tx: &mut Transaction<'_, Postgres>, account: i64, former: &Former) -> Result<()> {
    let deletes_at = app.clock.now() + app.deletion_grace;
    if let Some(email) = &former.email {
        let mut savepoint = tx.begin().await?;
        match db::credentials::restore_email(&mut savepoint, account, email).await {
            Ok(()) => savepoint.commit().await?,
            Err(Error::Conflict(_)) => {
                savepoint.rollback().await?;
                db::credentials::remove_email(tx, account, deletes_at).await?;
            }
            Err(error) => return Err(error),
        }
    }
    if let Some(phone) = &former.phone {
        let mut savepoint = tx.begin().await?;
        match db::credentials::set_phone(&mut savepoint, account, phone).await {
            Ok(()) => savepoint.commit().await?,
            Err(Error::Conflict(_)) => {
                savepoint.rollback().await?;
                db::credentials::remove_phone(tx, account, deletes_at).await?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
