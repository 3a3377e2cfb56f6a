//! Spends bonuses on orders.

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

use crate::{
    db::{self, ledger::Claim},
    domain::{bonus, ledger::Movement},
};

/// Spends bonuses that expire first. If the account has fewer than `amount`, spends none and returns their sum as the
/// inner error.
pub async fn spend(
    tx: &mut PgConnection,
    account: i64,
    order: i64,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<Result<(), i64>> {
    if amount == 0 {
        return Ok(Ok(()));
    }
    let Some(holder) = db::bonus::lock_holder_of(tx, account).await? else { return Ok(Err(0)) };
    let lots = db::bonus::lock_spendable(tx, holder, now).await?;
    let portions = match bonus::spend(lots, amount) {
        Ok(portions) => portions,
        Err(available) => return Ok(Err(available)),
    };
    for portion in portions {
        db::bonus::spend(tx, order, portion).await?;
        let movement = Movement::bonus_spent(portion.amount);
        let claim = Claim::of_lot(holder, portion.lot);
        db::ledger::write_for(tx, &movement, order, claim, &portion.lot.to_string(), now).await?;
    }
    Ok(Ok(()))
}
