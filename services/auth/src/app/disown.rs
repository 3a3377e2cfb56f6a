//! "This was not me": undoes a change by somebody who got into the account. The link of a security notice authorises
//! it, so the owner needs neither a session nor a password.
//!
//! All sessions end, and nothing that the intruder may know or have signs in any more: password, devices, pending
//! links, and the changed address or number. Later changes are undone too, and links of their notices become invalid.

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

/// How long before its event a passkey or secret may be stored. Both are in one transaction.
const STORED_BEFORE_EVENT: TimeDelta = TimeDelta::minutes(1);

pub async fn disown(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let account = security_notice::find(app, &mut tx, token).await?.account_id;
    db::link::lock_all_for(&mut tx, account).await?;
    // Links are locked before the account, in the same order as elsewhere, to avoid deadlocks.
    db::profile::lock(&mut tx, account).await?;
    // Repeated, because a concurrent call may have used the link before the lock.
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

/// Ends all sessions, and removes the password, known devices and links. The owner can sign in with the number or the
/// address.
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

/// Removes passkeys and second factors. Staff keep those from before the event, because access to mails must not be
/// enough to replace them. Without older ones, the account loses its roles. The last owner keeps both, and gets a new
/// link from the command line.
async fn remove_factors(tx: &mut Transaction<'_, Postgres>, account: i64, since: DateTime<Utc>) -> Result<()> {
    let is_staff = db::staff::has_role_for(tx, account).await?;
    // This is a `Conflict`, because the account would have roles without a second factor.
    let mut savepoint = tx.begin().await?;
    match delete_factors(&mut savepoint, account, is_staff.then_some(since)).await {
        Ok(()) => return Ok(savepoint.commit().await?),
        Err(Error::Conflict(_)) => savepoint.rollback().await?,
        Err(error) => return Err(error),
    }
    let mut savepoint = tx.begin().await?;
    // This is a `Conflict`, because the shop would have no owner.
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

/// Deletes the factors stored since `since`, or all of them.
async fn delete_factors(tx: &mut PgConnection, account: i64, since: Option<DateTime<Utc>>) -> Result<()> {
    db::passkey::delete_all_for(tx, account, since).await?;
    db::totp::delete_since(tx, account, since).await
}

/// Restores the replaced address and number. If another account has taken one of them since, removes the intruder's
/// instead.
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
