//! Gives spent bonuses back.

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

use super::{expire, take_back_from};
use crate::{
    db::{self, bonus::UsedLot},
    domain::{
        bonus::{self, Portion},
        ledger::Movement,
    },
};

/// The caller has locked the order's row.
pub async fn give_back_rest(tx: &mut PgConnection, order: i64, now: DateTime<Utc>) -> Result<()> {
    let left = db::bonus::spent_on(tx, order).await?.left();
    give_back(tx, order, left, "rest", now).await
}

/// Gives bonuses back to the lots that they were spent from. The caller has locked the order's row.
pub async fn give_back(tx: &mut PgConnection, order: i64, amount: i64, key: &str, now: DateTime<Utc>) -> Result<()> {
    if amount == 0 {
        return Ok(());
    }
    let used = db::bonus::lock_used(tx, order).await?;
    let uses = used.iter().map(|used| used.lot_use).collect();
    for portion in bonus::give_back(uses, amount) {
        if let Some(used) = used.iter().find(|used| used.lot_use.lot == portion.lot) {
            give_back_to(tx, order, used, portion, key, now).await?;
        }
    }
    db::bonus::add_returned(tx, order, amount).await?;
    Ok(())
}

async fn give_back_to(
    tx: &mut PgConnection,
    order: i64,
    used: &UsedLot,
    portion: Portion,
    key: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    // Expired bonuses can be spent again for a short time.
    let expires_at = if used.lot_use.expires_at <= now { bonus::grace(now) } else { used.lot_use.expires_at };
    let lot = db::bonus::give_back(tx, order, portion, expires_at).await?;
    let movement = Movement::bonus_given_back(portion.amount);
    db::ledger::write_for(tx, &movement, order, lot.claim(), &format!("{key}/{}", portion.lot), now).await?;
    // The goods that earned these bonuses may have been returned since.
    let cause = format!("order-{order}/{key}");
    let lot = take_back_from(tx, lot, &cause, now).await?;
    if used.is_erased && lot.rest > 0 {
        expire(tx, &[lot], &cause, now).await?;
    }
    Ok(())
}
