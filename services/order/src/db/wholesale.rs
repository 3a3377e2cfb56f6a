//! Wholesale requests. Whoever changes one holds its row; whoever needs its order as well locks the order first.

pub mod letter;
pub mod order;
pub mod quote;
pub mod request;
pub mod transfer;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::wholesale::State;

/// Brings the request to a state and remembers who did it. Returns false when it is there already.
pub async fn set_state(
    tx: &mut PgConnection,
    request: i64,
    state: State,
    (actor, reason): (&str, Option<&str>),
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
           told as (
               insert into wholesale_change (request_id, state, changed_at, actor, reason)
               select request_id, $2, $4, $5, $6 from changed
           )
           select count(*) as "changed!" from changed"#,
        request,
        state.key(),
        due_at,
        now,
        actor,
        reason,
    )
    .fetch_one(tx)
    .await?;
    Ok(changed == 1)
}

/// Remembers something that changes no state, as another quote does.
pub async fn tell(
    tx: &mut PgConnection,
    request: i64,
    state: State,
    (actor, reason): (&str, Option<&str>),
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into wholesale_change (request_id, state, changed_at, actor, reason) values ($1, $2, $3, $4, $5)",
        request,
        state.key(),
        now,
        actor,
        reason,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes the person out of the requests of an account that is erased. What is under way is called off, unless it is an order:
/// its request is masked once the order has come to its end.
pub async fn mask_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update wholesale_request
         set account_id = null, contact_name = '', phone_number = '', email = null, company_name = null, voen = null,
             description = null, note = null, due_at = null,
             state = case when state in ('requested', 'quoted') then 'cancelled' else state end
         where account_id = $1
           and not exists (
               select
               from purchase
               where purchase.order_id = wholesale_request.order_id
                 and (status not in ('delivered', 'cancelled', 'returned') or errand is not null)
           )",
        account,
    )
    .execute(tx)
    .await?;
    Ok(())
}
