//! States of orders, which only `app/saga.rs` changes.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::{
    checkout::{Stage, State, StockCall},
    method::Method,
    order::ChangedBy,
    payment::Payment,
    status::Status,
};

/// The columns of a state, except the constant total.
pub struct Columns<'a> {
    pub stage: &'a str,
    pub status: &'a str,
    pub payment_status: &'a str,
    pub payment_method: &'a str,
    pub months: Option<i32>,
    pub attempt: i32,
    pub kept_attempt: Option<i32>,
    pub refunded: i64,
    /// The column `errand`.
    pub stock_call: Option<&'a str>,
}

impl Columns<'static> {
    pub fn of(state: &State) -> Self {
        Self {
            stage: state.stage.key(),
            status: state.status.key(),
            payment_status: state.payment.key(),
            payment_method: state.method.name(),
            months: state.method.months(),
            attempt: state.attempt,
            kept_attempt: state.kept,
            refunded: state.refunded,
            stock_call: state.stock_call.map(StockCall::key),
        }
    }
}

pub fn state_of(columns: &Columns<'_>, total: i64) -> sqlx::Result<State> {
    let unknown = |column: &'static str| sqlx::Error::Decode(format!("an unknown {column}").into());
    Ok(State {
        stage: Stage::of_key(columns.stage).ok_or_else(|| unknown("stage"))?,
        status: Status::of_key(columns.status).ok_or_else(|| unknown("status"))?,
        method: Method::parse(columns.payment_method, columns.months).map_err(|_| unknown("way to pay"))?,
        payment: Payment::of_key(columns.payment_status).ok_or_else(|| unknown("payment status"))?,
        attempt: columns.attempt,
        kept: columns.kept_attempt,
        total,
        refunded: columns.refunded,
        stock_call: columns
            .stock_call
            .map(|key| StockCall::of_key(key).ok_or_else(|| unknown("stock call")))
            .transpose()?,
    })
}

#[derive(Debug, Clone)]
pub struct Locked {
    pub order_id: i64,
    pub code: String,
    /// `None` if the customer has no account, or it was erased.
    pub account: Option<i64>,
    pub placed_at: DateTime<Utc>,
    pub pay_until: Option<DateTime<Utc>>,
    pub slot_id: Option<String>,
    pub state: State,
    pub is_referred: bool,
    pub is_wholesale: bool,
    /// The trace of the request that placed the order.
    pub placed_in_trace: Option<String>,
    /// The trace of this step, if several orders are processed together.
    pub traceparent: Option<String>,
}

/// Locks in the order of ids, to avoid deadlock.
pub async fn lock(tx: &mut PgConnection, orders: &[i64]) -> sqlx::Result<Vec<Locked>> {
    let rows = sqlx::query!(
        r#"select order_id, code, account_id, placed_at, pay_until, slot_id, stage, status, payment_status, payment_method,
                months, attempt, kept_attempt, refunded, errand, total, is_wholesale, traceparent,
                exists (select from line_referral where line_referral.order_id = purchase.order_id) as "is_referred!"
         from purchase
         -- Hidden from the planner as in `order::load`.
         where order_id = any ((select $1::bigint[])::bigint[])
         order by order_id
         for no key update"#,
        orders,
    )
    .fetch_all(tx)
    .await?;
    let locked = rows.into_iter().map(|row| {
        let columns = Columns {
            stage: &row.stage,
            status: &row.status,
            payment_status: &row.payment_status,
            payment_method: &row.payment_method,
            months: row.months,
            attempt: row.attempt,
            kept_attempt: row.kept_attempt,
            refunded: row.refunded,
            stock_call: row.errand.as_deref(),
        };
        Ok(Locked {
            order_id: row.order_id,
            account: row.account_id,
            placed_at: row.placed_at,
            pay_until: row.pay_until,
            slot_id: row.slot_id,
            state: state_of(&columns, row.total)?,
            is_referred: row.is_referred,
            is_wholesale: row.is_wholesale,
            code: row.code,
            placed_in_trace: row.traceparent,
            traceparent: None,
        })
    });
    locked.collect()
}

pub struct Step<'a> {
    pub order_id: i64,
    pub state: &'a State,
    pub due_at: Option<DateTime<Utc>>,
    pub pay_until: Option<DateTime<Utc>>,
    /// Adds to the history. Parts of a cancelled or returned order get its status.
    pub adds_history: bool,
    /// Notifies clients that follow the order.
    pub is_visible_change: bool,
}

pub async fn write(tx: &mut PgConnection, steps: &[Step<'_>], by: &ChangedBy, now: DateTime<Utc>) -> sqlx::Result<()> {
    let columns: Vec<_> = steps.iter().map(|step| Columns::of(step.state)).collect();
    let texts = |value: fn(&Columns<'static>) -> &'static str| {
        columns.iter().map(|columns| value(columns).to_owned()).collect::<Vec<_>>()
    };
    let orders: Vec<_> = steps.iter().map(|step| step.order_id).collect();
    let months: Vec<_> = columns.iter().map(|columns| columns.months).collect();
    let attempts: Vec<_> = columns.iter().map(|columns| columns.attempt).collect();
    let kept: Vec<_> = columns.iter().map(|columns| columns.kept_attempt).collect();
    let refunded: Vec<_> = columns.iter().map(|columns| columns.refunded).collect();
    let stock_calls: Vec<_> = columns.iter().map(|columns| columns.stock_call.map(str::to_owned)).collect();
    let due: Vec<_> = steps.iter().map(|step| step.due_at).collect();
    let pay_until: Vec<_> = steps.iter().map(|step| step.pay_until).collect();
    let adds_history: Vec<_> = steps.iter().map(|step| step.adds_history).collect();
    let is_visible: Vec<_> = steps.iter().map(|step| step.is_visible_change).collect();
    sqlx::query!(
        r#"with step as (
               select *
               from unnest(
                   $1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[],
                   $8::integer[], $9::bigint[], $10::text[], $11::timestamptz[], $12::timestamptz[], $13::boolean[],
                   $14::boolean[]
               ) as step (
                   order_id, stage, status, payment_status, payment_method, months, attempt, kept_attempt, refunded, errand,
                   due_at, pay_until, adds_history, is_visible_change
               )
           ),
           written as (
               update purchase
               set stage = step.stage, status = step.status, payment_status = step.payment_status,
                   payment_method = step.payment_method, months = step.months, attempt = step.attempt,
                   kept_attempt = step.kept_attempt, refunded = step.refunded, errand = step.errand, due_at = step.due_at,
                   pay_until = step.pay_until
               from step
               where purchase.order_id = step.order_id
           ),
           parts as (
               update purchase_part
               set status = step.status
               from step
               where purchase_part.order_id = step.order_id
                 and step.adds_history
                 and step.status in ('cancelled', 'returned')
                 and purchase_part.status not in ('cancelled', 'returned')
           ),
           history as (
               insert into status_change (order_id, status, changed_at, actor, reason)
               select order_id, status, $15, $16, $17
               from step
               where adds_history
           )
           select count(pg_notify('order_changed', order_id::text)) as "notified!" from step where is_visible_change"#,
        &orders,
        &texts(|columns| columns.stage),
        &texts(|columns| columns.status),
        &texts(|columns| columns.payment_status),
        &texts(|columns| columns.payment_method),
        &months as &[Option<i32>],
        &attempts,
        &kept as &[Option<i32>],
        &refunded,
        &stock_calls as &[Option<String>],
        &due as &[Option<DateTime<Utc>>],
        &pay_until as &[Option<DateTime<Utc>>],
        &adds_history,
        &is_visible,
        now,
        by.actor.key(),
        by.reason,
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

#[derive(Debug, Clone)]
pub struct DueOrder {
    pub order_id: i64,
    pub code: String,
    pub stage: Stage,
    pub stock_call: Option<StockCall>,
    /// The trace of the request that placed the order.
    pub placed_in_trace: Option<String>,
}

/// Claims orders until `leased_until`, so that another worker processes them if this one dies.
pub async fn claim(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<DueOrder>> {
    let rows = sqlx::query!(
        "with due as (
             select order_id
             from purchase
             where due_at <= $1
             order by due_at
             limit $3
             for no key update skip locked
         )
         update purchase
         set due_at = $2
         from due
         where purchase.order_id = due.order_id
         returning purchase.order_id, code, stage, errand, traceparent",
        now,
        leased_until,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let due = rows.into_iter().filter_map(|row| {
        Some(DueOrder {
            order_id: row.order_id,
            code: row.code,
            stage: Stage::of_key(&row.stage)?,
            stock_call: row.errand.as_deref().and_then(StockCall::of_key),
            placed_in_trace: row.traceparent,
        })
    });
    Ok(due.collect())
}
