//! Recomputes stored figures from their source rows, and returns those that differ. The transaction is one snapshot.

use sqlx::PgConnection;

use super::MAX_FINDINGS;
use crate::domain::auditor::{Area, Comparison, Difference};

/// Returns `None` if the area is compared with another service.
pub async fn area(tx: &mut PgConnection, area: Area) -> sqlx::Result<Option<Comparison>> {
    let differences = match area {
        Area::Movements => movements(tx).await?,
        Area::Ledger => ledger(tx).await?,
        Area::Charges => charges(tx).await?,
        Area::Refunds => refunds(tx).await?,
        Area::Orders => orders(tx).await?,
        Area::Slots => slots(tx).await?,
        Area::Promos => promos(tx).await?,
        Area::Bonuses => bonuses(tx).await?,
        Area::Earnings => super::cashouts::earnings(tx).await?,
        Area::Cashouts => super::cashouts::compare(tx).await?,
        Area::Stock | Area::Counts | Area::Bank | Area::Payouts => return Ok(None),
    };
    Ok(Some(Comparison { compared: count(tx, area).await?, differences }))
}

async fn count(tx: &mut PgConnection, area: Area) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select case $1
             when 'movements' then (select count(*) from movement)
             when 'ledger' then (select count(*) from purchase)
             when 'charges' then (select count(*) from charge)
             when 'refunds' then (select count(*) from refund) + (select count(*) from purchase)
             when 'orders' then (select count(*) from purchase)
             when 'slots' then (select count(*) from slot)
             when 'promos' then (select count(*) from promo)
             when 'bonuses' then (select count(*) from bonus_lot) + (select count(*) from purchase)
             when 'earnings' then (select count(*) from line_referral)
             when 'cashouts' then (select count(*) from cashout)
             else 0
           end as "count!""#,
        area.key(),
    )
    .fetch_one(tx)
    .await
}

/// A movement has at least two entries, which add up to zero.
async fn movements(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
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

/// Bank: charges and transfers minus returns. Cash: money received minus cash refunds. Sales and VAT, which are negative:
/// delivered orders minus refunds.
async fn ledger(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
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
         ), charged as (
             select order_id, sum(paid_amount - returned_amount) as kept from charge group by order_id
         ), refunded as (
             select order_id, sum(goods + delivery_fee) as total,
                    coalesce(sum(goods + delivery_fee) filter (where way = 'cash'), 0) as cash
             from refund
             where status in ('approved', 'paid')
             group by order_id
         ), delivered as (
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
                 case when payment_method = 'transfer' then 0
                     when delivered.order_id is not null and kept_attempt is null then purchase.total
                         - coalesce(refunded.cash, 0)
                     else -coalesce(refunded.cash, 0) end,
                 coalesce(booked.cash, 0)
             ),
             (
                 'sales',
                 case when delivered.order_id is not null
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
async fn charges(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
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
                     when charge.attempt is distinct from kept_attempt or stage in ('refused', 'cancelled', 'expired') then paid_amount
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
async fn refunds(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    let mut differences = sqlx::query_as!(
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
    .fetch_all(&mut *tx)
    .await?;
    differences.extend(
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
        .fetch_all(&mut *tx)
        .await?,
    );
    // A refund to a card is approved while the money is being returned, and paid afterwards.
    differences.extend(
        sqlx::query_as!(
            Difference,
            r#"select code as "subject!", 'refund:' || refund_id as "field!", refund.status as "expected!",
                      going_back.standing as "found!"
               from refund
               join purchase using (order_id)
               left join charge on charge.order_id = refund.order_id and charge.attempt = kept_attempt
               left join charge_return on charge_return.charge_id = charge.charge_id and charge_return.key = 'refund-' || refund_id
               cross join lateral (values (
                   case when charge_return.state = 'done' then 'paid' when charge_return.state is null then 'none' else 'approved' end
               )) as going_back (standing)
               where refund.way = 'card' and refund.status in ('approved', 'paid') and goods + refund.delivery_fee > 0
                     and refund.status <> going_back.standing
               order by code, refund_id
               limit $1"#,
            MAX_FINDINGS,
        )
        .fetch_all(tx)
        .await?,
    );
    Ok(differences)
}

async fn orders(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with lines as (
             select order_id, sum(line_total) as total, sum(promo_discount) as promo_discount, sum(bonus_spent) as bonus_spent
             from purchase_line
             group by order_id
         ), parts as (
             select order_id, sum(total) as total from purchase_part group by order_id
         )
         select code as "subject!", field as "field!", expected::text as "expected!", found::text as "found!"
         from purchase
         left join lines using (order_id)
         left join parts using (order_id)
         cross join lateral (values
             ('subtotal', coalesce(lines.total, 0) + discount, subtotal::numeric),
             ('promo_discount', coalesce(lines.promo_discount, 0), purchase.promo_discount::numeric),
             ('bonus_spent', coalesce(lines.bonus_spent, 0), purchase.bonus_spent::numeric),
             (
                 'total',
                 subtotal - discount - purchase.promo_discount - purchase.bonus_spent + delivery_fee,
                 purchase.total::numeric
             ),
             ('parts', coalesce(lines.total, 0) - coalesce(lines.promo_discount, 0), coalesce(parts.total, 0))
         ) as figure (field, expected, found)
         where expected <> found
         order by code, field
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

async fn slots(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with booked as (
             select slot_id, count(*) as count
             from purchase
             where slot_id is not null and stage in ('placed', 'paying', 'accepted', 'sold')
             group by slot_id
         )
         select slot_id as "subject!", 'taken' as "field!", coalesce(count, 0)::text as "expected!",
                coalesce(taken, 0)::text as "found!"
         from slot
         full join booked using (slot_id)
         where coalesce(count, 0) <> coalesce(taken, 0)
         order by slot_id
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

/// Compares counts with uses, and uses with orders.
async fn promos(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    let mut differences = sqlx::query_as!(
        Difference,
        r#"with uses as (
             select promo_id, count(*) as count from promo_use group by promo_id
         )
         select code as "subject!", 'used' as "field!", coalesce(count, 0)::text as "expected!", used::text as "found!"
         from promo
         left join uses using (promo_id)
         where coalesce(count, 0) <> used
         order by code
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(&mut *tx)
    .await?;
    differences.extend(
        sqlx::query_as!(
            Difference,
            r#"select code as "subject!", 'promo_use' as "field!",
                      case when promo_code is not null and stage in ('placed', 'paying', 'accepted', 'sold') then '1' else '0' end
                      as "expected!",
                      case when promo_use.order_id is null then '0' else '1' end as "found!"
               from purchase
               left join promo_use using (order_id)
               where (promo_code is not null and stage in ('placed', 'paying', 'accepted', 'sold'))
                     <> (promo_use.order_id is not null)
               order by code
               limit $1"#,
            MAX_FINDINGS,
        )
        .fetch_all(tx)
        .await?,
    );
    Ok(differences)
}

/// Compares lots with the ledger, and orders with the lots that they used.
async fn bonuses(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    let mut differences = sqlx::query_as!(
        Difference,
        r#"with lots as (
             select holder_id, sum(rest) as rest from bonus_lot group by holder_id
         ), booked as (
             select holder_id, -sum(amount) as rest from entry where account = 'bonus' group by holder_id
         )
         select coalesce(lots.holder_id, booked.holder_id)::text as "subject!", 'bonus' as "field!",
                coalesce(lots.rest, 0)::text as "expected!", coalesce(booked.rest, 0)::text as "found!"
         from lots
         full join booked on booked.holder_id = lots.holder_id
         where coalesce(lots.rest, 0) <> coalesce(booked.rest, 0)
         order by 1
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(&mut *tx)
    .await?;
    differences.extend(
        sqlx::query_as!(
            Difference,
            r#"with used as (
                 select order_id, sum(amount) as spent, sum(given_back) as returned from bonus_use group by order_id
             )
             select code as "subject!", field as "field!", expected::text as "expected!", found::text as "found!"
             from purchase
             left join used using (order_id)
             cross join lateral (values
                 ('bonus_spent', coalesce(used.spent, 0), bonus_spent::numeric),
                 (
                     'bonus_returned',
                     case when stage in ('refused', 'cancelled', 'expired') then bonus_spent else coalesce(used.returned, 0) end,
                     bonus_returned::numeric
                 )
             ) as figure (field, expected, found)
             where expected <> found
             order by code, field
             limit $1"#,
            MAX_FINDINGS,
        )
        .fetch_all(tx)
        .await?,
    );
    Ok(differences)
}
