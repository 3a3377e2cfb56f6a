//! Reads bonuses and their history.

use kit::{Result, page::Page};

use crate::{
    App,
    app::SNAPSHOT,
    db::{self, bonus::Entry},
    domain::bonus::BonusBalances,
};

/// The bonuses of an account.
pub struct Account {
    pub balances: BonusBalances,
    pub entries: Vec<Entry>,
    /// On all pages.
    pub total: i64,
}

/// Reads one snapshot, so that balances and history agree.
pub async fn read(app: &App, account: i64, page: Page) -> Result<Account> {
    let now = app.clock.now();
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let bonuses = Account {
        balances: BonusBalances::of(&db::bonus::left_for(&mut tx, account, now).await?, now),
        entries: db::bonus::page_for(&mut tx, account, page).await?,
        total: db::bonus::count_for(&mut tx, account).await?,
    };
    tx.commit().await?;
    Ok(bonuses)
}
