//! Returns of money to cards. Those of one charge are sent one at a time, so that the bank's total shows which
//! succeeded.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct DueReturn {
    pub id: i64,
    pub charge: i64,
    pub order: i64,
    pub attempt: i32,
    /// The cause, for example a refund.
    pub key: String,
    pub provider: String,
    pub transaction: Option<String>,
    pub amount: i64,
    pub paid_amount: i64,
    pub returned_amount: i64,
    /// Tries before this one.
    pub tries: i32,
}

/// Returns false if the key exists.
pub async fn insert(
    tx: &mut PgConnection,
    charge: i64,
    key: &str,
    amount: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into charge_return (charge_id, key, amount, state, due_at, owed_at)
         values ($1, $2, $3, 'due', $4, $4)
         on conflict (charge_id, key) do nothing",
        charge,
        key,
        amount,
        now,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Returns the amount that was returned or will be.
pub async fn owed(tx: &mut PgConnection, charge: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(amount), 0)::bigint as "owed!" from charge_return where charge_id = $1"#,
        charge,
    )
    .fetch_one(tx)
    .await
}

pub async fn is_known(tx: &mut PgConnection, charge: i64, key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from charge_return where charge_id = $1 and key = $2) as "known!""#,
        charge,
        key,
    )
    .fetch_one(tx)
    .await
}

pub async fn is_done(tx: &mut PgConnection, order: i64, key: &str) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select exists (
             select from charge_return
             join charge using (charge_id)
             where order_id = $1 and key = $2 and charge_return.state = 'done'
         ) as "done!""#,
        order,
        key,
    );
    found.fetch_one(tx).await
}

pub async fn claim(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
) -> sqlx::Result<Option<DueReturn>> {
    sqlx::query_as!(
        DueReturn,
        r#"with next as (
             select return_id
             from charge_return due
             where due_at <= $1
               and not exists (
                   select from charge_return older
                   where older.charge_id = due.charge_id and older.return_id < due.return_id and older.state <> 'done'
               )
             order by due_at
             limit 1
             for update skip locked
         )
         update charge_return
         set tries = tries + 1, due_at = $2
         from next, charge
         where charge_return.return_id = next.return_id and charge.charge_id = charge_return.charge_id
         returning charge_return.return_id as id, charge.charge_id as charge, charge.order_id as "order", attempt, key, provider,
                   transaction, charge_return.amount, paid_amount, returned_amount, tries - 1 as "tries!""#,
        now,
        leased_until,
    )
    .fetch_optional(tx)
    .await
}

/// Returns false if it was done before.
pub async fn set_done(tx: &mut PgConnection, id: i64, at: DateTime<Utc>) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update charge_return
         set state = 'done', done_at = $2, due_at = null, failure = null
         where return_id = $1 and state <> 'done'",
        id,
        at,
    )
    .execute(tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Without `due_at`, the return is stuck until an operator resolves it.
pub async fn reschedule(
    tx: &mut PgConnection,
    id: i64,
    failure: &str,
    due_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update charge_return
         set due_at = $3::timestamptz, failure = $2, state = case when $3::timestamptz is null then 'stuck' else state end
         where return_id = $1 and state = 'due'",
        id,
        failure,
        due_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
