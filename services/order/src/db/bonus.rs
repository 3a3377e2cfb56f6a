//! Lots: the bonuses that one delivered order has earned, identified by the order. A holder owns lots. Every change is
//! also booked in the ledger.

mod spending;

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::PgConnection;

pub use self::spending::{
    UsedLot, add_returned, give_back, lock_holder_of, lock_spendable, lock_used, spend, spent_on,
};
use super::ledger::Claim;
use crate::domain::{
    bonus::{EarningLine, LotRest, Term, WARNED_TOGETHER_DAYS},
    ledger::Kind,
};

/// In basis points.
pub async fn spend_share(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select spend_share from bonus_setting").fetch_one(tx).await
}

/// Serialises changes of rules.
pub async fn lock_setting(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select from bonus_setting for no key update").execute(tx).await?;
    Ok(())
}

pub async fn save_spend_share(tx: &mut PgConnection, share: i64) -> sqlx::Result<()> {
    sqlx::query!("update bonus_setting set spend_share = $1", share).execute(tx).await?;
    Ok(())
}

/// The caller has locked the order or its lot.
pub async fn lines(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<EarningLine>> {
    sqlx::query_as!(
        EarningLine,
        "select bonus, count, refunded_count as returned from purchase_line where order_id = $1 order by line_id",
        order,
    )
    .fetch_all(tx)
    .await
}

/// Creates the holder on first use. Returns `None` for an erased account.
pub async fn holder_of(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query!("insert into holder (account_id) values ($1) on conflict (account_id) do nothing", account)
        .execute(&mut *tx)
        .await?;
    // Prevents erasing the account until the lot is inserted.
    let holder = sqlx::query_scalar!("select holder_id from holder where account_id = $1 for key share", account)
        .fetch_optional(&mut *tx)
        .await?;
    let is_erased =
        sqlx::query_scalar!(r#"select exists (select from leaver where account_id = $1) as "exists!""#, account,)
            .fetch_one(&mut *tx)
            .await?;
    if is_erased {
        // Erasing has detached the former holder, so this one is new and empty.
        sqlx::query!("delete from holder where account_id = $1", account).execute(tx).await?;
        return Ok(None);
    }
    Ok(holder)
}

/// Returns false if it exists.
pub async fn insert(
    tx: &mut PgConnection,
    order: i64,
    holder: i64,
    amount: i64,
    at: DateTime<Utc>,
    term: Term,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into bonus_lot (order_id, holder_id, amount, rest, earned_at, matures_at, expires_at, warn_at)
         values ($1, $2, $3, $3, $4, $5, $6, $7)
         on conflict (order_id) do nothing",
        order,
        holder,
        amount,
        at,
        term.matures_at,
        term.expires_at,
        term.warn_at,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    pub order: i64,
    pub holder: i64,
    pub taken_back: i64,
    pub rest: i64,
}

impl Lot {
    pub fn claim(&self) -> Claim {
        Claim::of_lot(self.holder, self.order)
    }
}

/// Lock order: holder, lot.
pub async fn lock(tx: &mut PgConnection, order: i64) -> sqlx::Result<Option<Lot>> {
    sqlx::query!(
        "select holder_id
         from holder
         where holder_id = (select holder_id from bonus_lot where order_id = $1)
         for key share",
        order,
    )
    .fetch_optional(&mut *tx)
    .await?;
    sqlx::query_as!(
        Lot,
        r#"select order_id as "order", holder_id as holder, taken_back, rest
           from bonus_lot
           where order_id = $1
           for no key update"#,
        order,
    )
    .fetch_optional(tx)
    .await
}

pub async fn lock_expired(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<Lot>> {
    sqlx::query_as!(
        Lot,
        r#"select order_id as "order", holder_id as holder, taken_back, rest
           from bonus_lot
           where rest > 0 and expires_at <= $1
           order by expires_at, order_id
           limit $2
           for no key update skip locked"#,
        now,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Detaches the holder of an erased account.
pub async fn lock_of_erased(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<Lot>> {
    let holder =
        sqlx::query_scalar!("update holder set account_id = null where account_id = $1 returning holder_id", account,);
    let Some(holder) = holder.fetch_optional(&mut *tx).await? else { return Ok(vec![]) };
    sqlx::query_as!(
        Lot,
        r#"select order_id as "order", holder_id as holder, taken_back, rest
           from bonus_lot
           where holder_id = $1 and rest > 0
           order by order_id
           for no key update"#,
        holder,
    )
    .fetch_all(tx)
    .await
}

pub async fn take_back(tx: &mut PgConnection, order: i64, amount: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update bonus_lot set rest = rest - $2, taken_back = taken_back + $2 where order_id = $1",
        order,
        amount,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_expired(tx: &mut PgConnection, order: i64) -> sqlx::Result<()> {
    sqlx::query!("update bonus_lot set rest = 0, warn_at = null where order_id = $1", order).execute(tx).await?;
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expiring {
    pub account: i64,
    pub amount: i64,
    pub expires_at: DateTime<Utc>,
}

/// Marks lots, so that each is announced once. Lots that expire within `WARNED_TOGETHER_DAYS` are announced together.
pub async fn claim_warnings(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<Expiring>> {
    sqlx::query_as!(
        Expiring,
        r#"with due as (
               select holder_id, min(expires_at) as expires_at
               from bonus_lot
               where warn_at <= $1 and rest > 0
               group by holder_id
               order by holder_id
               limit $2
           ),
           lot as (
               select bonus_lot.order_id
               from due
               join bonus_lot on bonus_lot.holder_id = due.holder_id
               where rest > 0 and warn_at is not null and bonus_lot.expires_at < due.expires_at + make_interval(days => $3)
               order by bonus_lot.order_id
               for no key update of bonus_lot skip locked
           ),
           claimed as (
               update bonus_lot
               set warn_at = null
               from lot
               where bonus_lot.order_id = lot.order_id
               returning bonus_lot.holder_id, bonus_lot.rest, bonus_lot.expires_at
           )
           select holder.account_id as "account!", sum(rest)::bigint as "amount!", min(expires_at) as "expires_at!"
           from claimed
           join holder on holder.holder_id = claimed.holder_id
           where holder.account_id is not null and expires_at > $1
           group by holder.account_id
           order by holder.account_id"#,
        now,
        limit,
        WARNED_TOGETHER_DAYS,
    )
    .fetch_all(tx)
    .await
}

pub async fn balance_for(tx: &mut PgConnection, account: i64, now: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(rest), 0)::bigint as "balance!"
           from holder
           join bonus_lot on bonus_lot.holder_id = holder.holder_id
           where account_id = $1 and rest > 0 and matures_at <= $2 and expires_at > $2"#,
        account,
        now,
    )
    .fetch_one(tx)
    .await
}

pub async fn left_for(tx: &mut PgConnection, account: i64, now: DateTime<Utc>) -> sqlx::Result<Vec<LotRest>> {
    sqlx::query_as!(
        LotRest,
        r#"select sum(rest)::bigint as "amount!", matures_at, expires_at
           from holder
           join bonus_lot on bonus_lot.holder_id = holder.holder_id
           where account_id = $1 and rest > 0 and expires_at > $2
           group by matures_at, expires_at"#,
        account,
        now,
    )
    .fetch_all(tx)
    .await
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// Negative for lost or spent bonuses.
    pub amount: i64,
    pub order_code: String,
    pub at: DateTime<Utc>,
    pub matures_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from holder
           join entry on entry.holder_id = holder.holder_id and entry.account = 'bonus'
           where account_id = $1"#,
        account,
    )
    .fetch_one(tx)
    .await
}

pub async fn page_for(tx: &mut PgConnection, account: i64, page: Page) -> sqlx::Result<Vec<Entry>> {
    let rows = sqlx::query!(
        r#"select movement.kind, -entry.amount as "amount!", purchase.code, movement.moved_at, bonus_lot.matures_at,
                  bonus_lot.expires_at
           from (
               select entry.movement_id, entry.amount, entry.lot_id
               from holder
               join entry on entry.holder_id = holder.holder_id and entry.account = 'bonus'
               where account_id = $1
               order by entry.movement_id desc
               limit $2 offset $3
           ) as entry
           join movement on movement.movement_id = entry.movement_id
           join purchase on purchase.order_id = movement.order_id
           join bonus_lot on bonus_lot.order_id = entry.lot_id
           order by entry.movement_id desc"#,
        account,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await?;
    let entries = rows.into_iter().filter_map(|row| {
        Some(Entry {
            kind: Kind::of_key(&row.kind)?,
            amount: row.amount,
            order_code: row.code,
            at: row.moved_at,
            matures_at: row.matures_at,
            expires_at: row.expires_at,
        })
    });
    Ok(entries.collect())
}
