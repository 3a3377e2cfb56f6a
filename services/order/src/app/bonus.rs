//! Bonuses: earned when an order is delivered, taken back with goods that are given back, expired when they are not spent in
//! time. Each change is one movement in the ledger, in the transaction of what causes it.

mod keep;
mod read;

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

pub use keep::{expire_due, keep_bonuses, warn_due};
pub use read::read;

use super::saga::Locked;
use crate::{
    db::{self, bonus::Lot},
    domain::{
        bonus::{Term, lost},
        ledger::Movement,
        method::Method,
    },
};

/// Books what the order has earned. Goods paid in instalments earn nothing. Earning twice is earning once.
pub async fn earn(tx: &mut PgConnection, order: &Locked, now: DateTime<Utc>) -> Result<()> {
    let (Some(account), false) = (order.account, matches!(order.state.method, Method::Installment { .. })) else {
        return Ok(());
    };
    let lines = db::bonus::lines(tx, order.order_id).await?;
    let amount = lines.iter().map(|line| line.bonus).sum::<i64>() - lost(&lines);
    if amount == 0 {
        return Ok(());
    }
    let Some(holder) = db::bonus::holder_of(tx, account).await? else { return Ok(()) };
    if db::bonus::insert(tx, order.order_id, holder, amount, now, Term::of_delivery(now)).await? {
        db::ledger::write_for(tx, &Movement::bonus_earned(amount), order.order_id, holder, "", now).await?;
    }
    Ok(())
}

/// Takes back what the goods of a refund have earned. The refund counts as given back on the order's lines already; `key`
/// names it. What has expired cannot be taken back.
pub async fn take_back(tx: &mut PgConnection, order: i64, key: &str, now: DateTime<Utc>) -> Result<()> {
    let Some(lot) = db::bonus::lock(tx, order).await? else { return Ok(()) };
    let lines = db::bonus::lines(tx, order).await?;
    let amount = (lost(&lines) - lot.taken_back).min(lot.rest);
    if amount > 0 {
        db::bonus::take_back(tx, order, amount).await?;
        db::ledger::write_for(tx, &Movement::bonus_taken_back(amount), order, lot.holder, key, now).await?;
    }
    Ok(())
}

/// Ends all bonuses of an erased account.
pub async fn erase(tx: &mut PgConnection, account: i64, now: DateTime<Utc>) -> Result<()> {
    let lots = db::bonus::lock_of_erased(tx, account).await?;
    end(tx, &lots, now).await
}

/// Writes off what is left of lots that the caller holds.
async fn end(tx: &mut PgConnection, lots: &[Lot], now: DateTime<Utc>) -> Result<()> {
    for lot in lots {
        db::bonus::set_expired(tx, lot.order).await?;
        db::ledger::write_for(tx, &Movement::bonus_expired(lot.rest), lot.order, lot.holder, "", now).await?;
    }
    Ok(())
}
