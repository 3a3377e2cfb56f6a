//! "This was not me": undoes a change by somebody else, and all later ones. The link of a security notice authorises
//! the call.

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

/// One transaction stores a passkey or secret and its event, but their times can differ.
const STORED_BEFORE_EVENT: TimeDelta = TimeDelta::minutes(1);

pub async fn disown(app: &App, visitor: &Visitor, token: Option<&Token>) -> Result<()> {
    throttle::charge(app, throttle::by_network(app, Attempt::Link, visitor)).await?;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let account = security_notice::find(app, &mut tx, token).await?.account_id;
    db::link::lock_all_for(&mut tx, account).await?;
    // Lock order: links, account, sessions.
    db::profile::lock(&mut tx, account).await?;
    // A concurrent call may have used the link before the account was locked.
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

/// The owner can still sign in by a code, or by a link to the e-mail address.
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

/// Staff keep the factors stored before `since`, because access to mails must not suffice to replace them. If none
/// would remain, the account loses its roles instead, except for the last owner.
async fn remove_factors(tx: &mut Transaction<'_, Postgres>, account: i64, since: DateTime<Utc>) -> Result<()> {
    let is_staff = db::staff::has_role_for(tx, account).await?;
    // A `Conflict` means roles without a second factor.
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

async fn delete_factors(tx: &mut PgConnection, account: i64, since: Option<DateTime<Utc>>) -> Result<()> {
    db::passkey::delete_all_for(tx, account, since).await?;
    db::totp::delete_since(tx, account, since).await
}

/// A former value that another account has taken is not restored, but the changed one is removed.
async fn restore(app: &App, tx: &mut Transaction<'_, Postgres>, account: i64, former: &Former) -> Result<()> {
    let deletes_at = app.clock.now() + app.deletion_grace;
    if let Some(email) = &former.email
        && !restore_email(tx, account, email).await?
    {
        db::credentials::remove_email(tx, account, deletes_at).await?;
    }
    if let Some(phone) = &former.phone
        && !restore_phone(tx, account, phone).await?
    {
        db::credentials::remove_phone(tx, account, deletes_at).await?;
    }
    Ok(())
}

async fn restore_email(tx: &mut Transaction<'_, Postgres>, account: i64, email: &str) -> Result<bool> {
    let mut savepoint = tx.begin().await?;
    let restored = db::credentials::restore_email(&mut savepoint, account, email).await;
    keep_unless_taken(savepoint, restored).await
}

async fn restore_phone(tx: &mut Transaction<'_, Postgres>, account: i64, phone: &str) -> Result<bool> {
    let mut savepoint = tx.begin().await?;
    let restored = db::credentials::set_phone(&mut savepoint, account, phone).await;
    keep_unless_taken(savepoint, restored).await
}

async fn keep_unless_taken(savepoint: Transaction<'_, Postgres>, restored: Result<()>) -> Result<bool> {
    match restored {
        Ok(()) => {
            savepoint.commit().await?;
            Ok(true)
        }
        Err(Error::Conflict(_)) => {
            savepoint.rollback().await?;
            Ok(false)
        }
        Err(error) => Err(error),
    }
}
