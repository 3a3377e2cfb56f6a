//! What an account has in bonuses.

use chrono::Days;
use kit::{Result, page::Page};

use crate::{
    App,
    db::{
        self,
        bonus::{Dated, Entry},
    },
    domain::bonus::NOTICE_DAYS,
};

pub struct Account {
    /// Can be spent now.
    pub balance: i64,
    /// Can be spent later, by day.
    pub pending: Vec<Dated>,
    /// The part of the balance that expires soon, by day.
    pub expiring: Vec<Dated>,
    pub entries: Vec<Entry>,
    /// Of the history, on all pages.
    pub total: i64,
}

/// Reads everything in one snapshot, so that the parts add up.
pub async fn read(app: &App, account: i64, page: Page) -> Result<Account> {
    let now = app.clock.now();
    let mut tx = app.pool.begin_with("begin isolation level repeatable read read only").await?;
    let read = Account {
        balance: db::bonus::balance_for(&mut tx, account, now).await?,
        pending: db::bonus::pending_for(&mut tx, account, now).await?,
        expiring: db::bonus::expiring_for(&mut tx, account, now, now + Days::new(NOTICE_DAYS)).await?,
        entries: db::bonus::page_for(&mut tx, account, page).await?,
        total: db::bonus::count_for(&mut tx, account).await?,
    };
    tx.commit().await?;
    Ok(read)
}
