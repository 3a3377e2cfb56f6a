use kit::{Result, identity::Caller};

use crate::{
    App,
    app::session,
    db::{self, account::AccountRow},
    domain::profile::Changes,
};

pub async fn update(app: &App, caller: &Caller, changes: &Changes) -> Result<AccountRow> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::profile::update_for(&mut tx, caller.account, changes).await?;
    let account = session::account(&mut tx, caller).await?;
    tx.commit().await?;
    Ok(account)
}
