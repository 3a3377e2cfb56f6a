//! Reads the bonuses of an account: its balances and one page of its history.

use kit::{Result, page::Page};

use crate::{
    App,
    db::{self, bonus::Entry},
    domain::bonus::BonusBalances,
};

/// The bonuses of an account.
pub struct Account {
    pub balances: BonusBalances,
    /// One page of the history.
    pub entries: Vec<Entry>,
    /// Number of history entries on all pages.
    pub total: i64,
}

/// Reads balances and history in one snapshot of the database, so that they agree.
pub async fn read(app: &App, account: i64, page: Page) -> Result<Account> {
    let now = app.clock.now();
    let mut tx = kit::db::begin_with(&app.pool, "begin isolation level repeatable read read only").await?;
    let bonuses = Account {
        balances: BonusBalances::of(&db::bonus::left_for(&mut tx, account, now).await?, now),
        entries: db::bonus::page_for(&mut tx, account, page).await?,
        total: db::bonus::count_for(&mut tx, account).await?,
    };
    tx.commit().await?;
    Ok(bonuses)
}
