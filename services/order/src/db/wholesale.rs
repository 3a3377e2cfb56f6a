//! Wholesale requests. Lock order: order, request.

pub mod email;
pub mod order;
pub mod quote;
pub mod record;
pub mod request;
pub mod transfer;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::wholesale::State;

/// The actor of a change, and the reason.
#[derive(Debug, Clone, Copy)]
pub struct By<'a> {
    /// `customer`, `bank`, `clock` (a worker), or an operator's account.
    pub actor: &'a str,
    pub reason: Option<&'a str>,
}

/// Only quotes have a due time.
pub const NOT_DUE: Option<DateTime<Utc>> = None;

/// Adds to the history. Returns false if the request has this state already.
pub async fn set_state(
    tx: &mut PgConnection,
    request: i64,
    state: State,
    by: By<'_>,
    due_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query_scalar!(
        r#"with changed as (
               update wholesale_request
               set state = $2, due_at = $3
               where request_id = $1 and state <> $2
               returning request_id
           ),
           history as (
               insert into wholesale_change (request_id, state, changed_at, actor, reason)
               select request_id, $2, $4, $5, $6 from changed
           )
           select count(*) as "changed!" from changed"#,
        request,
        state.key(),
        due_at,
        now,
        by.actor,
        by.reason,
    )
    .fetch_one(tx)
    .await?;
    Ok(changed == 1)
}

/// Adds to the history without a change of state, for example for a new quote.
pub async fn add_history(
    tx: &mut PgConnection,
    request: i64,
    state: State,
    by: By<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into wholesale_change (request_id, state, changed_at, actor, reason) values ($1, $2, $3, $4, $5)",
        request,
        state.key(),
        now,
        by.actor,
        by.reason,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Masks the account's requests and cancels open ones. A request with an order in progress is masked when that ends.
pub async fn mask_for(tx: &mut PgConnection, account: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "with masked as (
             select request_id, state in ('requested', 'quoted') as is_open
             from wholesale_request
             where account_id = $1
               and not exists (
                   select
                   from purchase
                   where purchase.order_id = wholesale_request.order_id
                     and (status not in ('delivered', 'cancelled', 'returned') or errand is not null)
               )
             for update
         ),
         history as (
             insert into wholesale_change (request_id, state, changed_at, actor)
             select request_id, 'cancelled', $2, 'customer' from masked where is_open
         )
         update wholesale_request
         set account_id = null, contact_name = '', phone_number = '', email = null, company_name = null, voen = null,
             description = null, note = null, due_at = null,
             state = case when is_open then 'cancelled' else state end
         from masked
         where wholesale_request.request_id = masked.request_id",
        account,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
