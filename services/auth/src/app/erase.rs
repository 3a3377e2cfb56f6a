//! Deletion of accounts: scheduled by the owner, carried out by a worker.

use kit::{Error, Result, identity::Caller};
use proto::auth::AccountErased;

use crate::{
    App,
    app::{
        messages::{self, Message},
        reauthenticate::reauthenticate,
        session,
    },
    db::{self, account::AccountRow},
    domain::{
        baku,
        link::{CANCEL_DELETION_PAGE, page},
        password::Password,
    },
};

/// Schedules a deletion. Mails a verified address, in case someone else requested it.
pub async fn schedule(app: &App, caller: &Caller, password: Option<Password>) -> Result<AccountRow> {
    let owner = reauthenticate(app, caller, password, "password").await?;
    let (deletes_at, language) = (app.clock.now() + app.deletion_grace, messages::parse_language(&owner.language));
    let mut tx = kit::db::begin(&app.pool).await?;
    if db::staff::has_role_for(&mut tx, owner.account_id).await? {
        return Err(Error::conflict("staff_account"));
    }
    if db::profile::schedule_deletion_for(&mut tx, owner.account_id, deletes_at).await?
        && let Some(email) = owner.verified_email()
    {
        let message = Message::mail(Some(email), "account_deletion", language)
            .with("date", baku::today(deletes_at).to_string())
            .with("link", page(&app.site, language, CANCEL_DELETION_PAGE));
        messages::enqueue(app, &mut tx, &message, deletes_at).await?;
    }
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    app.notifier.notify_one();
    Ok(account)
}

pub async fn cancel(app: &App, caller: &Caller) -> Result<AccountRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::profile::cancel_deletion_for(&mut tx, caller.account).await?;
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    Ok(account)
}

/// For tests. The worker calls [`erase_next`].
pub async fn erase_due(app: &App) -> Result<()> {
    while erase_next(app).await? {}
    Ok(())
}

pub async fn erase_next(app: &App) -> Result<bool> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let now = app.clock.now();
    let Some(account_id) = db::profile::erase_due(&mut tx, now).await? else { return Ok(false) };
    db::erased_account::insert(&mut tx, account_id, now).await?;
    outbox::append(&mut tx, &AccountErased { account_id }).await?;
    tx.commit().await?;
    tracing::info!(account.id = account_id, "Account {account_id} was erased");
    Ok(true)
}
