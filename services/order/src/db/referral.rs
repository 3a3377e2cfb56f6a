//! Order lines that bloggers referred, their earnings, and daily figures.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::domain::referral::{NoEarningReason, Referral, ReferredLine};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewReferral {
    pub line_id: i64,
    pub order_id: i64,
    pub product_id: i64,
    pub placed_at: DateTime<Utc>,
    pub holder: i64,
    pub referral: Referral,
    pub no_earning_reason: Option<NoEarningReason>,
    pub promised: i64,
    /// Reports count an order once per blogger, list and product, by its first line.
    pub is_first: bool,
    pub is_first_of_list: bool,
    pub is_first_of_product: bool,
}

pub async fn insert_all(tx: &mut PgConnection, lines: &[NewReferral]) -> sqlx::Result<()> {
    let column = |value: fn(&NewReferral) -> i64| lines.iter().map(value).collect::<Vec<_>>();
    let flags = |value: fn(&NewReferral) -> bool| lines.iter().map(value).collect::<Vec<_>>();
    let lists: Vec<_> = lines.iter().map(|line| line.referral.list).collect();
    let clicks: Vec<_> = lines.iter().map(|line| line.referral.clicked_at).collect();
    let placed: Vec<_> = lines.iter().map(|line| line.placed_at).collect();
    let no_earning_reasons: Vec<_> =
        lines.iter().map(|line| line.no_earning_reason.map(|reason| reason.key().to_owned())).collect();
    sqlx::query!(
        "insert into line_referral (line_id, order_id, holder_id, list_id, product_id, clicked_at, placed_at, bar, promised,
                                    is_first, is_first_of_list, is_first_of_product)
         select *
         from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[],
                     $7::timestamptz[], $8::text[], $9::bigint[], $10::boolean[], $11::boolean[], $12::boolean[])",
        &column(|line| line.line_id),
        &column(|line| line.order_id),
        &column(|line| line.holder),
        &lists as &[Option<i64>],
        &column(|line| line.product_id),
        &clicks,
        &placed,
        &no_earning_reasons as &[Option<String>],
        &column(|line| line.promised),
        &flags(|line| line.is_first),
        &flags(|line| line.is_first_of_list),
        &flags(|line| line.is_first_of_product),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Adds orders to the figures of their day. Idempotent. Locks days in order, to avoid deadlock.
pub async fn count(tx: &mut PgConnection, orders: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "with line as (
             update line_referral
             set is_counted = true
             where order_id = any ($1) and bar is null and not is_counted
             returning holder_id, placed_at, list_id, product_id, is_first, is_first_of_list, is_first_of_product
         )
         insert into influencer_day as counted (holder_id, day, list_id, product_id, orders, list_orders, product_orders)
         select holder_id, (placed_at at time zone 'Asia/Baku')::date, coalesce(list_id, 0), product_id,
                sum(is_first::integer), sum(is_first_of_list::integer), sum(is_first_of_product::integer)
         from line
         group by 1, 2, 3, 4
         order by 1, 2, 3, 4
         on conflict (holder_id, day, list_id, product_id) do update
         set orders = counted.orders + excluded.orders,
             list_orders = counted.list_orders + excluded.list_orders,
             product_orders = counted.product_orders + excluded.product_orders",
        orders,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes cancelled orders from the figures of their day. Idempotent.
pub async fn uncount(tx: &mut PgConnection, orders: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "with line as (
             update line_referral
             set is_counted = false
             where order_id = any ($1) and is_counted
             returning holder_id, placed_at, list_id, product_id, is_first, is_first_of_list, is_first_of_product
         ),
         subtracted as (
             select holder_id, (placed_at at time zone 'Asia/Baku')::date as day, coalesce(list_id, 0) as list_id, product_id,
                    sum(is_first::integer) as orders, sum(is_first_of_list::integer) as list_orders,
                    sum(is_first_of_product::integer) as product_orders
             from line
             group by 1, 2, 3, 4
         ),
         locked as materialized (
             select subtracted.*
             from subtracted
             join influencer_day using (holder_id, day, list_id, product_id)
             order by holder_id, day, list_id, product_id
             for no key update of influencer_day
         )
         update influencer_day as counted
         set orders = counted.orders - locked.orders,
             list_orders = counted.list_orders - locked.list_orders,
             product_orders = counted.product_orders - locked.product_orders
         from locked
         where counted.holder_id = locked.holder_id
           and counted.day = locked.day
           and counted.list_id = locked.list_id
           and counted.product_id = locked.product_id",
        orders,
    )
    .execute(tx)
    .await?;
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookedLine {
    pub line_id: i64,
    pub earned: i64,
    /// Revoked for returned goods.
    pub taken_back: i64,
}

/// Adds earnings to the figures of a day in Baku.
pub async fn add_to_day(tx: &mut PgConnection, booked: &[BookedLine], day: NaiveDate) -> sqlx::Result<()> {
    let column = |value: fn(&BookedLine) -> i64| booked.iter().map(value).collect::<Vec<_>>();
    sqlx::query!(
        "insert into influencer_day as known (holder_id, day, list_id, product_id, earned, taken_back)
         select holder_id, $4::date, coalesce(list_id, 0), product_id, sum(booked.earned), sum(booked.taken_back)
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as booked (line_id, earned, taken_back)
         join line_referral on line_referral.line_id = booked.line_id
         group by 1, 2, 3, 4
         order by 1, 2, 3, 4
         on conflict (holder_id, day, list_id, product_id) do update
         set earned = known.earned + excluded.earned, taken_back = known.taken_back + excluded.taken_back",
        &column(|booked| booked.line_id),
        &column(|booked| booked.earned),
        &column(|booked| booked.taken_back),
        day,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Earnings of a line are booked (`Done`) when its order is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booking {
    Open,
    Done,
}

/// Sorted by blogger. The caller has locked the order.
pub async fn lines(tx: &mut PgConnection, order: i64, state: Booking) -> sqlx::Result<Vec<ReferredLine>> {
    sqlx::query_as!(
        ReferredLine,
        "select line_referral.line_id, holder_id as holder, promised, taken_back, count, refunded_count as returned
         from line_referral
         join purchase_line on purchase_line.line_id = line_referral.line_id
         where line_referral.order_id = $1 and promised > 0 and (earned_at is not null) = $2
         order by holder_id, line_referral.line_id",
        order,
        state == Booking::Done,
    )
    .fetch_all(tx)
    .await
}

/// `lost` is revoked at once, for goods that are already returned.
pub async fn set_earned(
    tx: &mut PgConnection,
    line: i64,
    lost: i64,
    at: DateTime<Utc>,
    matures_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update line_referral
         set earned = promised, taken_back = $2, earned_at = $3, matures_at = $4
         where line_id = $1 and earned_at is null",
        line,
        lost,
        at,
        matures_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn take_back(tx: &mut PgConnection, line: i64, amount: i64) -> sqlx::Result<()> {
    sqlx::query!("update line_referral set taken_back = taken_back + $2 where line_id = $1", line, amount)
        .execute(tx)
        .await?;
    Ok(())
}

/// Prevents erasure until the transaction ends. Returns false for an erased account.
pub async fn lock_holder(tx: &mut PgConnection, holder: i64) -> sqlx::Result<bool> {
    let account = sqlx::query_scalar!("select account_id from holder where holder_id = $1 for key share", holder);
    Ok(account.fetch_optional(tx).await?.flatten().is_some())
}
