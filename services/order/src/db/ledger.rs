//! The ledger, in double entry and append-only.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::ledger::Movement;

/// In qəpik.
pub struct OrderAmounts {
    /// Paid in money.
    pub total: i64,
    /// Paid with bonuses.
    pub bonuses: i64,
    /// Contained in the two amounts.
    pub vat: i64,
    /// `None` for cash and transfers.
    pub kept_attempt: Option<i32>,
    pub is_by_transfer: bool,
}

/// The holder of the bonuses or earnings that a movement changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    pub holder: i64,
    /// The order that earned the bonuses; `None` for earnings.
    lot: Option<i64>,
}

impl Claim {
    pub fn of_lot(holder: i64, lot: i64) -> Self {
        Self { holder, lot: Some(lot) }
    }

    pub fn of_blogger(holder: i64) -> Self {
        Self { holder, lot: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Order { order: i64, charge: Option<i64> },
    Cashout { cashout: i64 },
}

/// A cash-out has one movement of each kind.
const CASHOUT_KEY: &str = "";

/// Returns false if the order has a movement with this kind and key. The caller has locked the order.
pub async fn write(
    tx: &mut PgConnection,
    movement: &Movement,
    order: i64,
    charge: Option<i64>,
    key: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    insert(tx, movement, Cause::Order { order, charge }, None, key, at).await
}

/// Like [`write()`], for bonuses and earnings.
pub async fn write_for(
    tx: &mut PgConnection,
    movement: &Movement,
    order: i64,
    claim: Claim,
    key: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    insert(tx, movement, Cause::Order { order, charge: None }, Some(claim), key, at).await
}

/// Returns false if the cash-out has a movement of this kind. The caller has locked the cash-out.
pub async fn write_of_cashout(
    tx: &mut PgConnection,
    movement: &Movement,
    cashout: i64,
    claim: Claim,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    insert(tx, movement, Cause::Cashout { cashout }, Some(claim), CASHOUT_KEY, at).await
}

async fn insert(
    tx: &mut PgConnection,
    movement: &Movement,
    cause: Cause,
    claim: Option<Claim>,
    key: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let (accounts, amounts): (Vec<_>, Vec<_>) =
        movement.entries.iter().map(|(account, amount)| (account.key().to_owned(), *amount)).unzip();
    let (order, charge, cashout) = match cause {
        Cause::Order { order, charge } => (Some(order), charge, None),
        Cause::Cashout { cashout } => (None, None, Some(cashout)),
    };
    let written = sqlx::query_scalar!(
        r#"with written as (
             insert into movement (kind, order_id, charge_id, cashout_id, key, moved_at)
             values ($1, $2, $3, $4, $5, $6)
             on conflict do nothing
             returning movement_id
         ),
         entries as (
             insert into entry (movement_id, account, amount, holder_id, lot_id)
             select movement_id, account, amount, case when account in ('bonus', 'payable_influencer') then $9::bigint end,
                    case when account = 'bonus' then $10::bigint end
             from written, unnest($7::text[], $8::bigint[]) as new_entry (account, amount)
         )
         select count(*) as "written!" from written"#,
        movement.kind.key(),
        order,
        charge,
        cashout,
        key,
        at,
        &accounts,
        &amounts,
        claim.map(|claim| claim.holder),
        claim.and_then(|claim| claim.lot),
    )
    .fetch_one(tx)
    .await?;
    Ok(written == 1)
}

pub async fn order_amounts(tx: &mut PgConnection, order: i64) -> sqlx::Result<Option<OrderAmounts>> {
    sqlx::query_as!(
        OrderAmounts,
        r#"select total, bonus_spent as bonuses, vat, kept_attempt, payment_method = 'transfer' as "is_by_transfer!"
           from purchase
           where order_id = $1"#,
        order
    )
    .fetch_optional(tx)
    .await
}

pub async fn is_sold(tx: &mut PgConnection, order: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from movement where order_id = $1 and kind = 'sale') as "sold!""#,
        order,
    )
    .fetch_one(tx)
    .await
}

/// Sum of refunds in cash or by transfer.
pub async fn paid_out(tx: &mut PgConnection, order: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(amount), 0)::bigint as "paid_out!"
         from movement
         join entry using (movement_id)
         where order_id = $1 and kind = 'payout' and account = 'order'"#,
        order,
    )
    .fetch_one(tx)
    .await
}

pub async fn is_paid_out(tx: &mut PgConnection, order: i64, key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from movement where order_id = $1 and kind = 'payout' and key = $2) as "paid!""#,
        order,
        key,
    )
    .fetch_one(tx)
    .await
}
