//! Leaving. The owner proves who they are, then there is a grace in which they may come back; when it is over, the account and
//! everything that was its own goes in one transaction, and the others hear of it. Orders belong to the shop's books as well:
//! the order service keeps what the law wants kept.

use kit::{Error, Result, identity::Caller};
use proto::auth::AccountErased;

use crate::{
    App,
    app::sign_out::session_of,
    db::{self, account::Row},
    domain::password::Password,
    events::Erased,
    passwords::Verdict,
};

/// The account with the date of its end.
pub async fn schedule(app: &App, caller: &Caller, password: Password) -> Result<Row> {
    let stored = db::profile::password_hash_for(&mut *app.pool.acquire().await?, caller.account).await?;
    // No connection is held while the hasher works.
    if app.passwords.verify(password, stored).await? == Verdict::Wrong {
        return Err(Error::invalid("password", "invalid_password"));
    }
    let mut tx = app.pool.begin().await?;
    let at = app.clock.now() + app.deletion_grace;
    db::profile::schedule_deletion_for(&mut tx, caller.account, at).await?;
    let account = db::account::find_signed_in(&mut tx, caller.account, session_of(caller)?).await?;
    tx.commit().await?;
    account.ok_or_else(Error::unauthenticated)
}

pub async fn cancel(app: &App, caller: &Caller) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    db::profile::cancel_deletion_for(&mut tx, caller.account).await?;
    let account = db::account::find_signed_in(&mut tx, caller.account, session_of(caller)?).await?;
    tx.commit().await?;
    account.ok_or_else(Error::unauthenticated)
}

/// Erases the accounts whose grace is over, each in a transaction of its own.
pub async fn erase_due(app: &App) -> Result<()> {
    loop {
        let mut tx = app.pool.begin().await?;
        let Some(account_id) = db::profile::erase_due(&mut tx, app.clock.now()).await? else { return Ok(()) };
        outbox::append(&mut tx, &Erased(AccountErased { account_id })).await?;
        tx.commit().await?;
        tracing::info!(account.id = account_id, "Account {account_id} is erased");
    }
}
