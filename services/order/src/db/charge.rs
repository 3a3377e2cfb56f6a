//! Payment attempts at banks. Lock order: order, charge.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::domain::charge::State;

#[derive(Debug, Clone)]
pub struct Charge {
    pub id: i64,
    pub order: i64,
    pub attempt: i32,
    /// The order's code and the attempt.
    pub reference: String,
    pub provider: String,
    /// The bank's id of the payment.
    pub transaction: Option<String>,
    pub redirect_url: Option<String>,
    pub amount: i64,
    pub state: State,
    pub paid_amount: i64,
    pub returned_amount: i64,
    pub opened_at: DateTime<Utc>,
    /// Number of status requests to the bank.
    pub asked: i32,
}

pub struct NewCharge<'a> {
    pub order: i64,
    pub attempt: i32,
    pub reference: &'a str,
    pub provider: &'a str,
    pub amount: i64,
    pub opened_at: DateTime<Utc>,
    /// From then on, the charge counts as never opened.
    pub ask_at: DateTime<Utc>,
}

pub struct OrderToPay {
    pub code: String,
    pub language: String,
    pub stage: String,
    pub attempt: i32,
    pub months: Option<i32>,
    pub total: i64,
    pub is_wholesale: bool,
    /// The customer has no account.
    pub is_guest: bool,
}

pub async fn lock_order(tx: &mut PgConnection, order: i64) -> sqlx::Result<Option<OrderToPay>> {
    sqlx::query_as!(
        OrderToPay,
        r#"select code, language, stage, attempt, months, total, is_wholesale, account_id is null as "is_guest!"
           from purchase
           where order_id = $1
           for no key update"#,
        order,
    )
    .fetch_optional(tx)
    .await
}

/// Returns false if the attempt has a charge.
pub async fn insert(tx: &mut PgConnection, charge: &NewCharge<'_>) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into charge (order_id, attempt, reference, provider, amount, state, opened_at, ask_at)
         values ($1, $2, $3, $4, $5, 'opening', $6, $7)
         on conflict (order_id, attempt) do nothing",
        charge.order,
        charge.attempt,
        charge.reference,
        charge.provider,
        charge.amount,
        charge.opened_at,
        charge.ask_at,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

pub async fn lock_attempt(tx: &mut PgConnection, order: i64, attempt: i32) -> sqlx::Result<Option<Charge>> {
    let row = sqlx::query_as!(
        ChargeRow,
        "select charge_id, order_id, attempt, reference, provider, transaction, redirect_url, amount, state, paid_amount,
                returned_amount, opened_at, asked
         from charge
         where order_id = $1 and attempt = $2
         for update",
        order,
        attempt,
    );
    row.fetch_optional(tx).await?.map(ChargeRow::into_charge).transpose()
}

pub async fn find_attempt(tx: &mut PgConnection, order: i64, attempt: i32) -> sqlx::Result<Option<Charge>> {
    let row = sqlx::query_as!(
        ChargeRow,
        "select charge_id, order_id, attempt, reference, provider, transaction, redirect_url, amount, state, paid_amount,
                returned_amount, opened_at, asked
         from charge
         where order_id = $1 and attempt = $2",
        order,
        attempt,
    );
    row.fetch_optional(tx).await?.map(ChargeRow::into_charge).transpose()
}

/// Returns the charges that may still be paid.
pub async fn open_of(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<Charge>> {
    let rows = sqlx::query_as!(
        ChargeRow,
        "select charge_id, order_id, attempt, reference, provider, transaction, redirect_url, amount, state, paid_amount,
                returned_amount, opened_at, asked
         from charge
         where order_id = $1 and state in ('opening', 'pending')
         order by attempt",
        order,
    );
    rows.fetch_all(tx).await?.into_iter().map(ChargeRow::into_charge).collect()
}

/// Finds a charge by the bank's id, or by our reference while that id is unknown.
pub async fn find_reported(
    tx: &mut PgConnection,
    provider: &str,
    transaction: &str,
    reference: Option<&str>,
) -> sqlx::Result<Option<Charge>> {
    let row = sqlx::query_as!(
        ChargeRow,
        "select charge_id, order_id, attempt, reference, provider, transaction, redirect_url, amount, state, paid_amount,
                returned_amount, opened_at, asked
         from charge
         where provider = $1 and (transaction = $2 or (transaction is null and reference = $3))
         order by transaction nulls last
         limit 1",
        provider,
        transaction,
        reference,
    );
    row.fetch_optional(tx).await?.map(ChargeRow::into_charge).transpose()
}

pub async fn set_transaction(tx: &mut PgConnection, charge: i64, transaction: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update charge set transaction = $2 where charge_id = $1 and transaction is null",
        charge,
        transaction,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Keeps a state that the bank has reported in the meantime.
pub async fn set_page(
    tx: &mut PgConnection,
    charge: i64,
    redirect_url: &str,
    ask_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update charge
         set redirect_url = $2,
             state = case when state = 'opening' then 'pending' else state end,
             ask_at = case when state = 'opening' then $3 else ask_at end
         where charge_id = $1",
        charge,
        redirect_url,
        ask_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_paid(tx: &mut PgConnection, charge: i64, amount: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update charge
         set state = 'paid', paid_amount = $2, paid_at = $3, failure = null, ask_at = null
         where charge_id = $1",
        charge,
        amount,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_over(tx: &mut PgConnection, charge: i64, state: State, failure: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update charge set state = $2, failure = $3, ask_at = null where charge_id = $1",
        charge,
        state.key(),
        failure,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn add_returned(tx: &mut PgConnection, charge: i64, amount: i64) -> sqlx::Result<()> {
    sqlx::query!("update charge set returned_amount = returned_amount + $2 where charge_id = $1", charge, amount)
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn claim_to_poll(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Charge>> {
    let rows = sqlx::query_as!(
        ChargeRow,
        "update charge
         set asked = asked + 1, ask_at = $2
         where charge_id in (
             select charge_id from charge where ask_at <= $1 order by ask_at limit $3 for update skip locked
         )
         returning charge_id, order_id, attempt, reference, provider, transaction, redirect_url, amount, state, paid_amount,
                   returned_amount, opened_at, asked",
        now,
        leased_until,
        limit,
    );
    rows.fetch_all(tx).await?.into_iter().map(ChargeRow::into_charge).collect()
}

pub async fn schedule_poll(tx: &mut PgConnection, charge: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update charge set ask_at = $2 where charge_id = $1 and ask_at is not null", charge, at)
        .execute(tx)
        .await?;
    Ok(())
}

/// Returns the charges of a day in Baku.
pub async fn of_day(tx: &mut PgConnection, day: NaiveDate) -> sqlx::Result<Vec<Charge>> {
    let rows = sqlx::query_as!(
        ChargeRow,
        "select charge_id, order_id, attempt, reference, provider, transaction, redirect_url, amount, state, paid_amount,
                returned_amount, opened_at, asked
         from charge
         where transaction is not null
           and opened_at >= $1::date::timestamp at time zone 'Asia/Baku'
           and opened_at < ($1::date + 1)::timestamp at time zone 'Asia/Baku'
         order by charge_id",
        day,
    );
    rows.fetch_all(tx).await?.into_iter().map(ChargeRow::into_charge).collect()
}

/// Returns charges without a pending poll or return of money.
pub async fn settled(tx: &mut PgConnection, after: i64, since: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<Charge>> {
    let rows = sqlx::query_as!(
        ChargeRow,
        "select charge_id, order_id, attempt, reference, provider, transaction, redirect_url, amount, state, paid_amount,
                returned_amount, opened_at, asked
         from charge
         where charge_id > $1 and opened_at >= $2 and transaction is not null and ask_at is null
           and not exists (
               select
               from charge_return
               where charge_return.charge_id = charge.charge_id and charge_return.state = 'due'
           )
         order by charge_id
         limit $3",
        after,
        since,
        limit,
    );
    rows.fetch_all(tx).await?.into_iter().map(ChargeRow::into_charge).collect()
}

struct ChargeRow {
    charge_id: i64,
    order_id: i64,
    attempt: i32,
    reference: String,
    provider: String,
    transaction: Option<String>,
    redirect_url: Option<String>,
    amount: i64,
    state: String,
    paid_amount: i64,
    returned_amount: i64,
    opened_at: DateTime<Utc>,
    asked: i32,
}

impl ChargeRow {
    fn into_charge(self) -> sqlx::Result<Charge> {
        let state = State::of_key(&self.state).ok_or_else(|| unknown(&self.state))?;
        Ok(Charge {
            id: self.charge_id,
            order: self.order_id,
            attempt: self.attempt,
            reference: self.reference,
            provider: self.provider,
            transaction: self.transaction,
            redirect_url: self.redirect_url,
            amount: self.amount,
            state,
            paid_amount: self.paid_amount,
            returned_amount: self.returned_amount,
            opened_at: self.opened_at,
            asked: self.asked,
        })
    }
}

fn unknown(state: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("`{state}` is not a charge state").into())
}
