//! Changing what one says of oneself.

use kit::{Error, Result, identity::Caller};

use crate::{
    App,
    app::sign_out::session_of,
    db::{self, account::Row},
    domain::profile::Changes,
};

/// The account as it is then.
pub async fn update(app: &App, caller: &Caller, changes: &Changes) -> Result<Row> {
    let mut tx = app.pool.begin().await?;
    db::profile::update_for(&mut tx, caller.account, changes).await?;
    let account = db::account::find_signed_in(&mut tx, caller.account, session_of(caller)?).await?;
    tx.commit().await?;
    account.ok_or_else(Error::unauthenticated)
}
