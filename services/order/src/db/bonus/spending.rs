//! Spends the bonuses of lots on orders, and gives them back.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::Lot;
use crate::domain::bonus::{NOTICE_DAYS, Portion, Spendable, Use};

/// Prevents erasing the account until the transaction ends.
pub async fn lock_holder_of(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select holder_id from holder where account_id = $1 for key share", account)
        .fetch_optional(tx)
        .await
}

pub async fn lock_spendable(tx: &mut PgConnection, holder: i64, now: DateTime<Utc>) -> sqlx::Result<Vec<Spendable>> {
    sqlx::query_as!(
        Spendable,
        "select order_id as lot, rest, expires_at
         from bonus_lot
         where holder_id = $1 and rest > 0 and matures_at <= $2 and expires_at > $2
         order by order_id
         for no key update",
        holder,
        now,
    )
    .fetch_all(tx)
    .await
}

pub async fn spend(tx: &mut PgConnection, order: i64, portion: Portion) -> sqlx::Result<()> {
    sqlx::query!(
        "with lot as (
             update bonus_lot set rest = rest - $3 where order_id = $2
         )
         insert into bonus_use (order_id, lot_id, amount) values ($1, $2, $3)",
        order,
        portion.lot,
        portion.amount,
    )
    .execute(tx)
    .await?;
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    pub spent: i64,
    pub returned: i64,
}

impl Spent {
    pub fn left(self) -> i64 {
        self.spent - self.returned
    }
}

pub async fn spent_on(tx: &mut PgConnection, order: i64) -> sqlx::Result<Spent> {
    sqlx::query_as!(
        Spent,
        "select bonus_spent as spent, bonus_returned as returned from purchase where order_id = $1",
        order,
    )
    .fetch_one(tx)
    .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsedLot {
    pub lot_use: Use,
    pub is_erased: bool,
}

/// Lock order: holders, lots.
pub async fn lock_used(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<UsedLot>> {
    let holders = sqlx::query!(
        "select holder_id, account_id is null as \"is_erased!\"
         from holder
         where holder_id in (
             select holder_id
             from bonus_use
             join bonus_lot on bonus_lot.order_id = bonus_use.lot_id
             where bonus_use.order_id = $1
         )
         order by holder_id
         for key share of holder",
        order,
    )
    .fetch_all(&mut *tx)
    .await?;
    let rows = sqlx::query!(
        "select lot_id, bonus_use.amount, given_back, expires_at, holder_id
         from bonus_use
         join bonus_lot on bonus_lot.order_id = bonus_use.lot_id
         where bonus_use.order_id = $1
         order by lot_id
         for no key update of bonus_lot",
        order,
    )
    .fetch_all(tx)
    .await?;
    let is_erased = |id: i64| holders.iter().any(|holder| holder.holder_id == id && holder.is_erased);
    let used = rows.into_iter().map(|row| UsedLot {
        lot_use: Use { lot: row.lot_id, amount: row.amount, given_back: row.given_back, expires_at: row.expires_at },
        is_erased: is_erased(row.holder_id),
    });
    Ok(used.collect())
}

/// If the expiry changes, the shopper is warned again.
pub async fn give_back(
    tx: &mut PgConnection,
    order: i64,
    portion: Portion,
    expires_at: DateTime<Utc>,
) -> sqlx::Result<Lot> {
    sqlx::query_as!(
        Lot,
        r#"with used as (
               update bonus_use set given_back = given_back + $3 where order_id = $1 and lot_id = $2
           )
           update bonus_lot
           set rest = rest + $3, expires_at = $4,
               warn_at = case when expires_at = $4 then warn_at else $4 - make_interval(days => $5) end
           where order_id = $2
           returning order_id as "order", holder_id as holder, taken_back, rest"#,
        order,
        portion.lot,
        portion.amount,
        expires_at,
        NOTICE_DAYS as i32,
    )
    .fetch_one(tx)
    .await
}

pub async fn add_returned(tx: &mut PgConnection, order: i64, amount: i64) -> sqlx::Result<()> {
    sqlx::query!("update purchase set bonus_returned = bonus_returned + $2 where order_id = $1", order, amount)
        .execute(tx)
        .await?;
    Ok(())
}
