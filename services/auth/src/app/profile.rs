//! Changing what one says of oneself.

use kit::{Result, identity::Caller};

use crate::{
    App,
    app::session,
    db::{self, account::Row},
    domain::profile::Changes,
};

/// The account as it is then.
pub async fn update(app: &App, caller: &Caller, changes: &Changes) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    db::profile::update_for(&mut tx, caller.account, changes).await?;
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    Ok(account)
}
