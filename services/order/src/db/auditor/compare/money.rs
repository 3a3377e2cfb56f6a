//! Compares movements of the ledger, charges and refunds.

use sqlx::PgConnection;

use super::MAX_FINDINGS;
use crate::domain::auditor::Difference;

/// A movement has at least two entries, which add up to zero.
pub(super) async fn movements(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"select movement_id::text as "subject!", 'sum' as "field!", '0' as "expected!",
                  coalesce(sum(amount), 0)::text as "found!"
           from movement
           left join entry using (movement_id)
           group by movement_id
           having coalesce(sum(amount), 0) <> 0 or count(amount) < 2
           order by movement_id
           limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

/// Bank: charges and transfers minus returns. Cash: money received minus cash refunds. Sales and VAT, which are
/// negative: delivered orders minus refunds.
pub(super) async fn ledger(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with booked as (
             select order_id,
                    coalesce(sum(amount) filter (where account = 'bank'), 0) as bank,
                    coalesce(sum(amount) filter (where account = 'cash'), 0) as cash,
                    coalesce(sum(amount) filter (where account in ('sales', 'vat')), 0) as sales
             from movement
             join entry using (movement_id)
             group by order_id
         ),
         charged as (
             select order_id, sum(paid_amount - returned_amount) as kept from charge group by order_id
         ),
         refunded as (
             select order_id, sum(goods + delivery_fee) as total,
                    coalesce(sum(goods + delivery_fee) filter (where way = 'cash'), 0) as cash
             from refund
             where status in ('approved', 'paid')
             group by order_id
         ),
         delivered as (
             select distinct order_id from status_change where store_id is null and status = 'delivered'
         )
         select code as "subject!", field as "field!", expected::text as "expected!", found::text as "found!"
         from purchase
         left join booked on booked.order_id = purchase.order_id
         left join charged on charged.order_id = purchase.order_id
         left join wholesale_kept as transferred on transferred.order_id = purchase.order_id
         left join refunded on refunded.order_id = purchase.order_id
         left join delivered on delivered.order_id = purchase.order_id
         cross join lateral (values
             ('bank', coalesce(charged.kept, 0) + coalesce(transferred.kept, 0), coalesce(booked.bank, 0)),
             (
                 'cash',
                 case
                     when payment_method = 'transfer' then 0
                     when delivered.order_id is not null and kept_attempt is null
                         then purchase.total - coalesce(refunded.cash, 0)
                     else -coalesce(refunded.cash, 0)
                 end,
                 coalesce(booked.cash, 0)
             ),
             (
                 'sales',
                 case
                     when delivered.order_id is not null
                         then coalesce(refunded.total, 0) - purchase.total - bonus_spent + bonus_returned
                     else 0
                 end,
                 coalesce(booked.sales, 0)
             )
         ) as figure (field, expected, found)
         where expected <> found
         order by code, field
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

/// Charges that the shop does not keep must be returned; the kept one must equal the order's total.
pub(super) async fn charges(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with sent_back as (
             select charge_id, sum(amount) as owed, coalesce(sum(amount) filter (where state = 'done'), 0) as done
             from charge_return
             group by charge_id
         )
         select reference as "subject!", field as "field!", expected::text as "expected!", found::text as "found!"
         from charge
         join purchase using (order_id)
         left join sent_back using (charge_id)
         cross join lateral (values
             ('returned', coalesce(done, 0), returned_amount::numeric),
             (
                 'owed',
                 case
                     when charge.attempt is distinct from kept_attempt or stage in ('refused', 'cancelled', 'expired')
                         then paid_amount
                     else coalesce(owed, 0)
                 end,
                 coalesce(owed, 0)
             ),
             ('paid', case when charge.attempt = kept_attempt then total else paid_amount end, paid_amount)
         ) as figure (field, expected, found)
         where expected <> found
         order by reference, field
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

/// Compares refunded money, units and statuses with the returns.
pub(super) async fn refunds(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    let mut differences = refunded_money(tx).await?;
    differences.extend(refunded_units(tx).await?);
    differences.extend(statuses_of_card_refunds(tx).await?);
    Ok(differences)
}

async fn refunded_money(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with given_back as (
             select order_id, coalesce(sum(goods + delivery_fee) filter (where way = 'cash'), 0) as cash
             from refund
             where status = 'paid'
             group by order_id
         )
         select code as "subject!", 'refunded' as "field!",
                (coalesce(returned_amount, 0) + coalesce(cash, 0) + coalesce(transferred, 0))::text as "expected!",
                refunded::text as "found!"
         from purchase
         left join charge on charge.order_id = purchase.order_id and charge.attempt = kept_attempt
         left join given_back on given_back.order_id = purchase.order_id
         left join wholesale_given_back on wholesale_given_back.order_id = purchase.order_id
         where coalesce(returned_amount, 0) + coalesce(cash, 0) + coalesce(transferred, 0) <> refunded
         order by code
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

async fn refunded_units(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with counted as (
             select line_id, sum(count) as count
             from refund_line
             join refund using (refund_id)
             where status in ('approved', 'paid')
             group by line_id
         )
         select code as "subject!", 'refunded_count:' || purchase_line.line_id as "field!",
                coalesce(counted.count, 0)::text as "expected!", refunded_count::text as "found!"
         from purchase_line
         join purchase using (order_id)
         left join counted using (line_id)
         where coalesce(counted.count, 0) <> refunded_count
         order by code, purchase_line.line_id
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

/// A refund to a card is approved while the money is being returned, and paid afterwards.
async fn statuses_of_card_refunds(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"select code as "subject!", 'refund:' || refund_id as "field!", refund.status as "expected!",
                  going_back.standing as "found!"
           from refund
           join purchase using (order_id)
           left join charge on charge.order_id = refund.order_id and charge.attempt = kept_attempt
           left join charge_return on charge_return.charge_id = charge.charge_id and charge_return.key = 'refund-' || refund_id
           cross join lateral (values (
               case
                   when charge_return.state = 'done' then 'paid'
                   when charge_return.state is null then 'none'
                   else 'approved'
               end
           )) as going_back (standing)
           where refund.way = 'card' and refund.status in ('approved', 'paid') and goods + refund.delivery_fee > 0
                 and refund.status <> going_back.standing
           order by code, refund_id
           limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}
