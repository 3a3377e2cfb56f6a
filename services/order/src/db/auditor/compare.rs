//! Recomputes stored figures from their source rows, and returns those that differ. The transaction is one snapshot.

mod money;

use sqlx::PgConnection;

use super::MAX_FINDINGS;
use crate::domain::auditor::{Area, Comparison, Difference};

/// Returns `None` if the area is compared with another service.
pub async fn area(tx: &mut PgConnection, area: Area) -> sqlx::Result<Option<Comparison>> {
    let differences = match area {
        Area::Movements => money::movements(tx).await?,
        Area::Ledger => money::ledger(tx).await?,
        Area::Charges => money::charges(tx).await?,
        Area::Refunds => money::refunds(tx).await?,
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

async fn orders(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with lines as (
             select order_id, sum(line_total) as total, sum(promo_discount) as promo_discount, sum(bonus_spent) as bonus_spent
             from purchase_line
             group by order_id
         ),
         parts as (
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
    let mut differences = promo_counts(tx).await?;
    differences.extend(promo_uses(tx).await?);
    Ok(differences)
}

async fn promo_counts(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
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
    .fetch_all(tx)
    .await
}

async fn promo_uses(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with compared as (
             select code,
                    promo_code is not null and stage in ('placed', 'paying', 'accepted', 'sold') as is_expected,
                    promo_use.order_id is not null as is_found
             from purchase
             left join promo_use using (order_id)
         )
         select code as "subject!", 'promo_use' as "field!",
                case when is_expected then '1' else '0' end as "expected!",
                case when is_found then '1' else '0' end as "found!"
         from compared
         where is_expected <> is_found
         order by code
         limit $1"#,
        MAX_FINDINGS,
    )
    .fetch_all(tx)
    .await
}

/// Compares lots with the ledger, and orders with the lots that they used.
async fn bonuses(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    let mut differences = bonus_lots(tx).await?;
    differences.extend(spent_bonuses(tx).await?);
    Ok(differences)
}

async fn bonus_lots(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
    sqlx::query_as!(
        Difference,
        r#"with lots as (
             select holder_id, sum(rest) as rest from bonus_lot group by holder_id
         ),
         booked as (
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
    .fetch_all(tx)
    .await
}

async fn spent_bonuses(tx: &mut PgConnection) -> sqlx::Result<Vec<Difference>> {
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
                 case
                     when stage in ('refused', 'cancelled', 'expired') then bonus_spent
                     else coalesce(used.returned, 0)
                 end,
                 bonus_returned::numeric
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
