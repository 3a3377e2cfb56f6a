//! Erases the personal data of deleted accounts from orders. Finished orders are kept for accounting, without personal
//! data. Orders in progress keep their personal data until they are finished. The table `leaver` has the accounts whose
//! orders are not erased yet.

use sqlx::PgConnection;

/// Schedules the orders of a deleted account to be erased.
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

/// Returns whether [`mask`] has work to do.
pub async fn is_any(tx: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from leaver) as "exists!""#).fetch_one(tx).await
}

/// Erases personal data from the finished orders of deleted accounts, and forgets accounts whose orders are all erased.
/// Returns the number of erased orders.
pub async fn mask(tx: &mut PgConnection) -> sqlx::Result<i64> {
    let masked = sqlx::query_scalar!(
        r#"with masked as (
               update purchase
               set account_id = null, recipient = '{}', note = null, card_text = null,
                   address = jsonb_build_object('city', address -> 'city', 'district', address -> 'district')
               from leaver
               where purchase.account_id = leaver.account_id
                 and status in ('delivered', 'cancelled', 'returned')
                 and errand is null
               returning order_id
           ),
           wordless as (
               update refund
               set reason = '', answer = left(answer, 0)
               from masked
               where refund.order_id = masked.order_id
           ),
           forgotten as (
               update wholesale_request
               set account_id = null, contact_name = '', phone_number = '', email = null, company_name = null, voen = null,
                   description = null, note = null
               from masked
               where wholesale_request.order_id = masked.order_id
           ),
           untold as (
               update status_change
               set reason = null
               from masked
               where status_change.order_id = masked.order_id and reason is not null
           ),
           unnoted as (
               delete from order_note using masked where order_note.order_id = masked.order_id
           )
           select count(*) as "masked!" from masked"#,
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from leaver
         where not exists (select from purchase where purchase.account_id = leaver.account_id)",
    )
    .execute(tx)
    .await?;
    Ok(masked)
}
