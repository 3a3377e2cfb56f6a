//! The ledger of orders, and the money owed to shoppers. Everything runs in the caller's transaction, which has
//! locked the order's row.

use chrono::{DateTime, Utc};
use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    app::bonus,
    db::{self, charge::Charge, ledger::Worth},
    domain::ledger::{Movement, vat_within},
};

/// Key of the return of all that is left.
const REST: &str = "rest";
/// Key of the part of a sale that bonuses paid for.
const BONUSES: &str = "bonus";

/// Schedules the return of all that is left of this attempt's money. Idempotent.
pub async fn owe_rest(tx: &mut PgConnection, order: i64, attempt: i32, now: DateTime<Utc>) -> Result<()> {
    // An order that costs nothing has no charge.
    let Some(charge) = db::charge::lock_attempt(tx, order, attempt).await? else { return Ok(()) };
    let left = charge.paid_amount - db::charge_return::owed(tx, charge.id).await?;
    if left > 0 { owe_of(tx, &charge, REST, left, now).await } else { Ok(()) }
}

/// Schedules the return of `amount` of the kept money to its card. Idempotent by `key`; more than is left is refused.
pub async fn owe_part(tx: &mut PgConnection, order: i64, key: &str, amount: i64, now: DateTime<Utc>) -> Result<()> {
    let kept = worth(tx, order).await?.kept_attempt.ok_or_else(not_paid_by_card)?;
    let charge = db::charge::lock_attempt(tx, order, kept).await?.ok_or_else(not_paid_by_card)?;
    if db::charge_return::is_known(tx, charge.id, key).await? {
        return Ok(());
    }
    if total_given_back(tx, order, Some(&charge)).await? + amount > charge.paid_amount {
        return Err(Error::conflict("refund_too_large"));
    }
    owe_of(tx, &charge, key, amount, now).await
}

/// Books that `amount` was paid back in cash, or by transfer if the order was paid by transfer. Returns the total
/// amount returned. Idempotent by `key`.
pub async fn pay_out(tx: &mut PgConnection, order: i64, key: &str, amount: i64, now: DateTime<Utc>) -> Result<i64> {
    let worth = worth(tx, order).await?;
    let charge = kept_charge(tx, order, &worth).await?;
    if !db::ledger::is_paid_out(tx, order, key).await? {
        let before = total_given_back(tx, order, charge.as_ref()).await?;
        if !db::ledger::is_sold(tx, order).await? {
            return Err(Error::conflict("not_paid_yet"));
        }
        if before + amount > worth.total {
            return Err(Error::conflict("refund_too_large"));
        }
        reverse_sale(tx, order, &worth, before, &format!("cash/{key}"), amount, now).await?;
        let payout = if worth.is_by_transfer { Movement::payout_by_transfer(amount) } else { Movement::payout(amount) };
        write(tx, &payout, order, None, key, now).await?;
    }
    total_returned(tx, order).await
}

/// Books the delivered goods: the money, cash included, becomes revenue.
pub async fn book_delivery(tx: &mut PgConnection, order: i64, now: DateTime<Utc>) -> Result<()> {
    let worth = worth(tx, order).await?;
    let charge = kept_charge(tx, order, &worth).await?;
    let before = total_given_back(tx, order, charge.as_ref()).await?;
    let left = worth.total - before;
    if left > 0 {
        if charge.is_none() && !worth.is_by_transfer {
            write(tx, &Movement::collection(left), order, None, "", now).await?;
        }
        let vat = vat_within(worth.total, vat_of_money(&worth), before, left);
        write(tx, &Movement::sale(left, vat), order, None, "", now).await?;
    }
    let bonuses = db::bonus::spent_on(tx, order).await?;
    if bonuses.left() > 0 {
        let vat = vat_within(worth.bonuses, vat_of_bonuses(&worth), bonuses.returned, bonuses.left());
        write(tx, &Movement::sale(bonuses.left(), vat), order, None, BONUSES, now).await?;
    }
    Ok(())
}

/// Gives `amount` of the bonuses that paid for the order back to the shopper. The refund with this key is approved
/// once.
pub async fn give_back_bonuses(
    tx: &mut PgConnection,
    order: i64,
    key: &str,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    if amount > 0 && db::ledger::is_sold(tx, order).await? {
        let (worth, before) = (worth(tx, order).await?, db::bonus::spent_on(tx, order).await?.returned);
        let vat = vat_within(worth.bonuses, vat_of_bonuses(&worth), before, amount);
        write(tx, &Movement::unsale(amount, vat), order, None, &format!("{BONUSES}/{key}"), now).await?;
    }
    bonus::give_back(tx, order, amount, key, now).await
}

/// Returns how much of the order's money was returned, by the bank and in cash.
pub async fn total_returned(tx: &mut PgConnection, order: i64) -> Result<i64> {
    let worth = worth(tx, order).await?;
    let returned = kept_charge(tx, order, &worth).await?.map_or(0, |charge| charge.returned_amount);
    Ok(returned + db::ledger::paid_out(tx, order).await?)
}

/// Returns whether the money of a refund was returned.
pub async fn is_returned(tx: &mut PgConnection, order: i64, key: &str) -> Result<bool> {
    Ok(db::charge_return::is_done(tx, order, key).await? || db::ledger::is_paid_out(tx, order, key).await?)
}

pub async fn write(
    tx: &mut PgConnection,
    movement: &Movement,
    order: i64,
    charge: Option<i64>,
    key: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    db::ledger::write(tx, movement, order, charge, key, now).await?;
    Ok(())
}

async fn owe_of(tx: &mut PgConnection, charge: &Charge, key: &str, amount: i64, now: DateTime<Utc>) -> Result<()> {
    let worth = worth(tx, charge.order).await?;
    if worth.kept_attempt == Some(charge.attempt) && db::ledger::is_sold(tx, charge.order).await? {
        let before = total_given_back(tx, charge.order, Some(charge)).await?;
        reverse_sale(tx, charge.order, &worth, before, &format!("card/{key}"), amount, now).await?;
    }
    db::charge_return::insert(tx, charge.id, key, amount, now).await?;
    Ok(())
}

async fn reverse_sale(
    tx: &mut PgConnection,
    order: i64,
    worth: &Worth,
    before: i64,
    key: &str,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    let vat = vat_within(worth.total, vat_of_money(worth), before, amount);
    write(tx, &Movement::unsale(amount, vat), order, None, key, now).await
}

fn vat_of_money(worth: &Worth) -> i64 {
    vat_within(worth.total + worth.bonuses, worth.vat, 0, worth.total)
}

fn vat_of_bonuses(worth: &Worth) -> i64 {
    worth.vat - vat_of_money(worth)
}

/// Returns how much of the order's money the shop may not keep, returned or not.
async fn total_given_back(tx: &mut PgConnection, order: i64, kept: Option<&Charge>) -> Result<i64> {
    let owed = match kept {
        Some(charge) => db::charge_return::owed(tx, charge.id).await?,
        None => 0,
    };
    Ok(owed + db::ledger::paid_out(tx, order).await?)
}

async fn kept_charge(tx: &mut PgConnection, order: i64, worth: &Worth) -> Result<Option<Charge>> {
    match worth.kept_attempt {
        Some(attempt) => Ok(db::charge::lock_attempt(tx, order, attempt).await?),
        None => Ok(None),
    }
}

async fn worth(tx: &mut PgConnection, order: i64) -> Result<Worth> {
    db::ledger::worth(tx, order).await?.ok_or(Error::NotFound("order_not_found"))
}

/// Paid in cash, or not at all.
fn not_paid_by_card() -> Error {
    Error::conflict("not_paid_by_card")
}
