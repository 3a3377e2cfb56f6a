//! Leaving. The owner proves who they are, then there is a grace in which they may come back; when it is over, the account and
//! everything that was its own goes in one transaction, and the others hear of it. Orders belong to the shop's books as well:
//! the order service keeps what the law wants kept.

use kit::{Result, identity::Caller};
use proto::auth::AccountErased;

use crate::{
    App,
    app::{
        confirm::confirm,
        post::{self, Letter},
        session,
    },
    db::{self, account::Row},
    domain::{
        baku,
        link::{STAY, page},
        password::Password,
    },
    events::Erased,
};

/// The account with the date of its end. An owner with an address is written to: somebody else may have asked.
pub async fn schedule(app: &App, caller: &Caller, password: Option<Password>) -> Result<Row> {
    let owner = confirm(app, caller, password, "password").await?;
    let (at, language) = (app.clock.now() + app.deletion_grace, post::language(&owner.language));
    let mut tx = app.pool.begin().await?;
    if db::profile::schedule_deletion_for(&mut tx, owner.account_id, at).await?
        && let Some(email) = &owner.email
    {
        let letter = Letter::mail(Some(email), "account_deletion", language)
            .with("date", baku::today(at).to_string())
            .with("link", page(&app.site, language, STAY));
        post::put(app, &mut tx, &letter, at).await?;
    }
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    app.bell.notify_one();
    Ok(account)
}

pub async fn cancel(app: &App, caller: &Caller) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    db::profile::cancel_deletion_for(&mut tx, caller.account).await?;
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    Ok(account)
}

/// Erases the accounts whose grace is over, each in a transaction of its own.
pub async fn erase_due(app: &App) -> Result<()> {
    while erase_next(app).await? {}
    Ok(())
}

/// Erases one account whose grace is over; `false` when there is none.
pub async fn erase_next(app: &App) -> Result<bool> {
    let mut tx = app.pool.begin().await?;
    let now = app.clock.now();
    let Some(account_id) = db::profile::erase_due(&mut tx, now).await? else { return Ok(false) };
    db::erased_account::insert(&mut tx, account_id, now).await?;
    outbox::append(&mut tx, &Erased(AccountErased { account_id })).await?;
    tx.commit().await?;
    tracing::info!(account.id = account_id, "Account {account_id} is erased");
    Ok(true)
}
