//! Figures of the dashboard. Each query reads a bounded range of a covering index.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::domain::{code::Code, dashboard::Sales, status::Status};

pub struct StoreSales {
    pub store_id: i64,
    pub name: String,
    pub orders: i64,
    /// In qəpik, without refunds.
    pub revenue: i64,
}

pub struct LateOrder {
    pub code: Code,
    pub status: Status,
    pub deliver_until: DateTime<Utc>,
}

/// Returns the sales of each day in Baku, before `until`.
pub async fn by_day(
    tx: &mut PgConnection,
    since: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<Vec<(NaiveDate, Sales)>> {
    let rows = sqlx::query!(
        r#"select (placed_at at time zone 'Asia/Baku')::date as "day!", count(*) as "orders!",
                  count(*) filter (where stage = 'cancelled') as "cancelled!",
                  coalesce(sum(total - refunded) filter (where stage <> 'cancelled'), 0)::bigint as "revenue!"
           from purchase
           where stage in ('accepted', 'sold', 'cancelled') and placed_at >= $1 and placed_at < $2
           group by 1
           order by 1"#,
        since,
        until,
    )
    .fetch_all(tx)
    .await?;
    let sales = |orders: i64, cancelled: i64, revenue: i64| Sales { orders: orders - cancelled, cancelled, revenue };
    Ok(rows.into_iter().map(|row| (row.day, sales(row.orders, row.cancelled, row.revenue))).collect())
}

/// Refunds count once they are approved.
pub async fn by_store(
    tx: &mut PgConnection,
    since: DateTime<Utc>,
    until: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<StoreSales>> {
    sqlx::query_as!(
        StoreSales,
        r#"with sale as (
               select store_id, count(*) as orders, sum(purchase_part.total) as total
               from purchase_part
               join purchase using (order_id, placed_at)
               where stage in ('accepted', 'sold') and placed_at >= $1 and placed_at < $2
                   and purchase_part.status not in ('cancelled', 'returned')
               group by store_id
           ),
           return as (
               select store_id, sum(refund_line.amount) as total
               from purchase
               join refund using (order_id)
               join refund_line using (refund_id)
               join purchase_line using (line_id)
               where stage in ('accepted', 'sold') and placed_at >= $1 and placed_at < $2
                   and refund.status in ('approved', 'paid')
               group by store_id
           ),
           top as (
               select store_id, sale.orders, (sale.total - coalesce(return.total, 0))::bigint as revenue
               from sale
               left join return using (store_id)
               order by revenue desc, store_id
               limit $3
           )
           select store_id as "store_id!", latest.name as "name!", orders as "orders!", revenue as "revenue!"
           from top
           cross join lateral (
               select name
               from purchase_part
               where purchase_part.store_id = top.store_id
               order by placed_at desc, order_id desc
               limit 1
           ) as latest
           order by revenue desc, store_id"#,
        since,
        until,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn count_late(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from (
               select
               from purchase
               where stage in ('accepted', 'sold') and status not in ('delivered', 'cancelled', 'returned')
                   and deliver_until < $1
               limit $2
           ) as late"#,
        now,
        limit,
    )
    .fetch_one(tx)
    .await
}

pub async fn late(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<LateOrder>> {
    let rows = sqlx::query!(
        r#"select code, status, deliver_until as "deliver_until!"
           from purchase
           where stage in ('accepted', 'sold') and status not in ('delivered', 'cancelled', 'returned')
               and deliver_until < $1
           order by deliver_until
           limit $2"#,
        now,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let unknown = |column: &'static str| move || sqlx::Error::Decode(format!("an unknown {column}").into());
    let late = rows.into_iter().map(|row| {
        Ok(LateOrder {
            code: Code::parse(&row.code).ok_or_else(unknown("code"))?,
            status: Status::of_key(&row.status).ok_or_else(unknown("status"))?,
            deliver_until: row.deliver_until,
        })
    });
    late.collect()
}
