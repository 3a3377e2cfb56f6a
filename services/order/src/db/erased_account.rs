//! Erases personal data from finished orders: of deleted accounts, which wait in the table `leaver`, and of customers
//! without an account.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub async fn insert_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into leaver (account_id, left_at)
         select $1, now()
         where exists (select from purchase where account_id = $1)
         on conflict do nothing",
        account,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn is_any(tx: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from leaver) as "exists!""#).fetch_one(tx).await
}

/// Returns the number of erased orders.
pub async fn mask(tx: &mut PgConnection) -> sqlx::Result<i64> {
    let orders = sqlx::query_scalar!(
        "select order_id
         from purchase
         join leaver using (account_id)
         where status in ('delivered', 'cancelled', 'returned') and errand is null
         order by order_id
         for no key update of purchase",
    )
    .fetch_all(&mut *tx)
    .await?;
    let masked = mask_finished(tx, &orders).await?;
    sqlx::query!(
        "delete from leaver
         where not exists (select from purchase where purchase.account_id = leaver.account_id)",
    )
    .execute(tx)
    .await?;
    Ok(masked)
}

/// Erases customers without an account from phone orders whose period is over. Returns the number of erased orders.
pub async fn mask_guests(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<i64> {
    let orders = sqlx::query_scalar!(
        "select order_id
         from phone_order
         join purchase using (order_id)
         where guest_data_until <= $1 and status in ('delivered', 'cancelled', 'returned') and errand is null
         order by guest_data_until
         limit $2
         for no key update of purchase skip locked",
        now,
        limit,
    )
    .fetch_all(&mut *tx)
    .await?;
    if orders.is_empty() {
        return Ok(0);
    }
    let masked = mask_finished(tx, &orders).await?;
    sqlx::query!("update phone_order set guest_data_until = null where order_id = any ($1)", &orders)
        .execute(tx)
        .await?;
    Ok(masked)
}

/// The caller has locked the orders, so that this sees every note and refund that was added before.
async fn mask_finished(tx: &mut PgConnection, orders: &[i64]) -> sqlx::Result<i64> {
    if orders.is_empty() {
        return Ok(0);
    }
    sqlx::query_scalar!(
        r#"with masked as (
               update purchase
               set account_id = null, recipient = '{}', note = null, card_text = null,
                   address = jsonb_build_object('city', address -> 'city', 'district', address -> 'district')
               where order_id = any ($1)
               returning order_id
           ),
           masked_refunds as (
               update refund
               set reason = '', answer = left(answer, 0)
               from masked
               where refund.order_id = masked.order_id
           ),
           masked_requests as (
               update wholesale_request
               set account_id = null, contact_name = '', phone_number = '', email = null, company_name = null, voen = null,
                   description = null, note = null
               from masked
               where wholesale_request.order_id = masked.order_id
           ),
           masked_changes as (
               update status_change
               set reason = null
               from masked
               where status_change.order_id = masked.order_id and reason is not null
           ),
           deleted_notes as (
               delete from order_note using masked where order_note.order_id = masked.order_id
           )
           select count(*) as "masked!" from masked"#,
        orders,
    )
    .fetch_one(tx)
    .await
}
