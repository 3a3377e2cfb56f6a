//! Books the money of orders in the ledger, in the caller's transaction, which has locked the order's row.
//!
//! A `key` names the cause of a booking, such as a refund, so that it is booked once. The *kept* charge is the one that
//! pays for the order; payments of other attempts are returned.

use chrono::{DateTime, Utc};
use kit::{Error, Result};
use sqlx::PgConnection;

use crate::{
    app::bonus,
    db::{self, charge::Charge, ledger::OrderAmounts},
    domain::ledger::{Movement, vat_within},
};

const REST_KEY: &str = "rest";
const BONUSES_KEY: &str = "bonus";
/// An order is delivered once.
const DELIVERY_KEY: &str = "";

/// Idempotent.
pub async fn schedule_full_return(tx: &mut PgConnection, order: i64, attempt: i32, now: DateTime<Utc>) -> Result<()> {
    // An order that costs nothing has no charge.
    let Some(charge) = db::charge::lock_attempt(tx, order, attempt).await? else { return Ok(()) };
    let left = charge.paid_amount - db::charge_return::owed(tx, charge.id).await?;
    if left > 0 { insert_return(tx, &charge, REST_KEY, left, now).await } else { Ok(()) }
}

/// Idempotent by `key`.
pub async fn schedule_return(
    tx: &mut PgConnection,
    order: i64,
    key: &str,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    let kept = order_amounts(tx, order).await?.kept_attempt.ok_or_else(not_paid_by_card)?;
    let charge = db::charge::lock_attempt(tx, order, kept).await?.ok_or_else(not_paid_by_card)?;
    if db::charge_return::is_known(tx, charge.id, key).await? {
        return Ok(());
    }
    if total_owed(tx, order, Some(&charge)).await? + amount > charge.paid_amount {
        return Err(Error::conflict("refund_too_large"));
    }
    insert_return(tx, &charge, key, amount, now).await
}

/// Books a refund in cash or by transfer, and returns the total returned. Idempotent by `key`.
pub async fn book_payout(tx: &mut PgConnection, order: i64, key: &str, amount: i64, now: DateTime<Utc>) -> Result<i64> {
    let amounts = order_amounts(tx, order).await?;
    let charge = kept_charge(tx, order, &amounts).await?;
    if !db::ledger::is_paid_out(tx, order, key).await? {
        let owed_before = total_owed(tx, order, charge.as_ref()).await?;
        if !db::ledger::is_sold(tx, order).await? {
            return Err(Error::conflict("not_paid_yet"));
        }
        if owed_before + amount > amounts.total {
            return Err(Error::conflict("refund_too_large"));
        }
        reverse_sale(tx, order, &amounts, owed_before, &format!("cash/{key}"), amount, now).await?;
        let payout =
            if amounts.is_by_transfer { Movement::transfer_refund(amount) } else { Movement::cash_refund(amount) };
        write(tx, &payout, order, key, now).await?;
    }
    total_returned(tx, order).await
}

/// Cash is collected at delivery, so it is booked first.
pub async fn book_delivery(tx: &mut PgConnection, order: i64, now: DateTime<Utc>) -> Result<()> {
    let amounts = order_amounts(tx, order).await?;
    let charge = kept_charge(tx, order, &amounts).await?;
    // Money returned before the delivery is no revenue.
    let owed_before = total_owed(tx, order, charge.as_ref()).await?;
    let left = amounts.total - owed_before;
    if left > 0 {
        if charge.is_none() && !amounts.is_by_transfer {
            write(tx, &Movement::collection(left), order, DELIVERY_KEY, now).await?;
        }
        let vat = vat_within(amounts.total, vat_of_money(&amounts), owed_before, left);
        write(tx, &Movement::sale(left, vat), order, DELIVERY_KEY, now).await?;
    }
    let bonuses = db::bonus::spent_on(tx, order).await?;
    if bonuses.left() > 0 {
        let vat = vat_within(amounts.bonuses, vat_of_bonuses(&amounts), bonuses.returned, bonuses.left());
        write(tx, &Movement::sale(bonuses.left(), vat), order, BONUSES_KEY, now).await?;
    }
    Ok(())
}

/// Called once per refund, so `key` is not checked.
pub async fn give_back_bonuses(
    tx: &mut PgConnection,
    order: i64,
    key: &str,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    if amount > 0 && db::ledger::is_sold(tx, order).await? {
        let amounts = order_amounts(tx, order).await?;
        let returned_before = db::bonus::spent_on(tx, order).await?.returned;
        let vat = vat_within(amounts.bonuses, vat_of_bonuses(&amounts), returned_before, amount);
        write(tx, &Movement::sale_reversal(amount, vat), order, &format!("{BONUSES_KEY}/{key}"), now).await?;
    }
    bonus::give_back(tx, order, amount, key, now).await
}

pub async fn total_returned(tx: &mut PgConnection, order: i64) -> Result<i64> {
    let amounts = order_amounts(tx, order).await?;
    let returned = kept_charge(tx, order, &amounts).await?.map_or(0, |charge| charge.returned_amount);
    Ok(returned + db::ledger::paid_out(tx, order).await?)
}

pub async fn is_returned(tx: &mut PgConnection, order: i64, key: &str) -> Result<bool> {
    Ok(db::charge_return::is_done(tx, order, key).await? || db::ledger::is_paid_out(tx, order, key).await?)
}

/// Idempotent by `key`.
pub async fn write(
    tx: &mut PgConnection,
    movement: &Movement,
    order: i64,
    key: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    db::ledger::write(tx, movement, order, None, key, now).await?;
    Ok(())
}

/// Idempotent by `key`.
pub async fn write_of_charge(
    tx: &mut PgConnection,
    movement: &Movement,
    order: i64,
    charge: i64,
    key: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    db::ledger::write(tx, movement, order, Some(charge), key, now).await?;
    Ok(())
}

async fn insert_return(
    tx: &mut PgConnection,
    charge: &Charge,
    key: &str,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    let amounts = order_amounts(tx, charge.order).await?;
    if amounts.kept_attempt == Some(charge.attempt) && db::ledger::is_sold(tx, charge.order).await? {
        let owed_before = total_owed(tx, charge.order, Some(charge)).await?;
        reverse_sale(tx, charge.order, &amounts, owed_before, &format!("card/{key}"), amount, now).await?;
    }
    db::charge_return::insert(tx, charge.id, key, amount, now).await?;
    Ok(())
}

/// `owed_before` is the money returned or to be returned before.
async fn reverse_sale(
    tx: &mut PgConnection,
    order: i64,
    amounts: &OrderAmounts,
    owed_before: i64,
    key: &str,
    amount: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    let vat = vat_within(amounts.total, vat_of_money(amounts), owed_before, amount);
    write(tx, &Movement::sale_reversal(amount, vat), order, key, now).await
}

fn vat_of_money(amounts: &OrderAmounts) -> i64 {
    vat_within(amounts.total + amounts.bonuses, amounts.vat, 0, amounts.total)
}

fn vat_of_bonuses(amounts: &OrderAmounts) -> i64 {
    amounts.vat - vat_of_money(amounts)
}

/// Includes returns that are only scheduled.
async fn total_owed(tx: &mut PgConnection, order: i64, kept: Option<&Charge>) -> Result<i64> {
    let owed = match kept {
        Some(charge) => db::charge_return::owed(tx, charge.id).await?,
        None => 0,
    };
    Ok(owed + db::ledger::paid_out(tx, order).await?)
}

async fn kept_charge(tx: &mut PgConnection, order: i64, amounts: &OrderAmounts) -> Result<Option<Charge>> {
    match amounts.kept_attempt {
        Some(attempt) => Ok(db::charge::lock_attempt(tx, order, attempt).await?),
        None => Ok(None),
    }
}

async fn order_amounts(tx: &mut PgConnection, order: i64) -> Result<OrderAmounts> {
    db::ledger::order_amounts(tx, order).await?.ok_or(Error::NotFound("order_not_found"))
}

fn not_paid_by_card() -> Error {
    Error::conflict("not_paid_by_card")
}
