//! Bonuses of shoppers. A *lot* is the bonuses of one delivered order; each of its changes is a ledger movement in the
//! same transaction. A *holder* owns bonuses in the ledger, even after the account is erased.
//!
//! Lock order: the holder's row, then lots by order id.

mod give_back;
mod read;
mod spend;
mod workers;

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

pub use give_back::{give_back, give_back_rest};
pub use read::{Account, read};
pub use spend::spend;
pub use workers::{expire_due, warn_due, workers};

use crate::{
    db::{self, bonus::Lot, ledger::Claim, saga::Locked},
    domain::{
        bonus::{Term, lost},
        ledger::Movement,
        method::Method,
    },
};

/// Books the bonuses of a delivered order. Goods paid in instalments earn nothing. Idempotent.
pub async fn earn(tx: &mut PgConnection, order: &Locked, now: DateTime<Utc>) -> Result<()> {
    if matches!(order.state.method, Method::Installment { .. }) {
        return Ok(());
    }
    let Some(account) = order.account else { return Ok(()) };
    let lines = db::bonus::lines(tx, order.order_id).await?;
    let amount = lines.iter().map(|line| line.bonus).sum::<i64>() - lost(&lines);
    if amount == 0 {
        return Ok(());
    }
    let Some(holder) = db::bonus::holder_of(tx, account).await? else { return Ok(()) };
    if db::bonus::insert(tx, order.order_id, holder, amount, now, Term::of_delivery(now)).await? {
        let claim = Claim::of_lot(holder, order.order_id);
        db::ledger::write_for(tx, &Movement::bonus_earned(amount), order.order_id, claim, "", now).await?;
    }
    Ok(())
}

/// Revokes the bonuses of goods returned by the refund `key`, which the order's lines must already include.
pub async fn take_back(tx: &mut PgConnection, order: i64, key: &str, now: DateTime<Utc>) -> Result<()> {
    let Some(lot) = db::bonus::lock(tx, order).await? else { return Ok(()) };
    take_back_from(tx, lot, key, now).await.map(drop)
}

async fn take_back_from(tx: &mut PgConnection, lot: Lot, key: &str, now: DateTime<Utc>) -> Result<Lot> {
    let lines = db::bonus::lines(tx, lot.order).await?;
    let amount = (lost(&lines) - lot.taken_back).min(lot.rest);
    if amount <= 0 {
        return Ok(lot);
    }
    db::bonus::take_back(tx, lot.order, amount).await?;
    db::ledger::write_for(tx, &Movement::bonus_taken_back(amount), lot.order, lot.claim(), key, now).await?;
    Ok(Lot { taken_back: lot.taken_back + amount, rest: lot.rest - amount, ..lot })
}

pub async fn expire_all(tx: &mut PgConnection, account: i64, now: DateTime<Utc>) -> Result<()> {
    let lots = db::bonus::lock_of_erased(tx, account).await?;
    expire(tx, &lots, "erased", now).await
}

async fn expire(tx: &mut PgConnection, lots: &[Lot], key: &str, now: DateTime<Utc>) -> Result<()> {
    for lot in lots {
        db::bonus::set_expired(tx, lot.order).await?;
        db::ledger::write_for(tx, &Movement::bonus_expired(lot.rest), lot.order, lot.claim(), key, now).await?;
    }
    Ok(())
}
