//! Erases the personal data of deleted accounts from finished orders. The table `leaver` has the accounts that wait for
//! it.

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
