//! Refunds of goods. Lock order: order, refund.

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::{PgConnection, types::Json};

use super::order_line::LineCount;
use crate::domain::{
    cart::LineKey,
    order::Request,
    refund::{Ground, Part, Refund, RefundMethod, RefundStatus, RefundableLine},
};

pub struct NewRefund<'a> {
    pub order: i64,
    pub idempotency: &'a Request,
    pub reason: &'a str,
    pub pictures: &'a [String],
    pub parts: &'a [Part],
    pub delivery_fee: i64,
    pub method: RefundMethod,
    pub ground: Ground,
    pub at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewRefund<'_>) -> sqlx::Result<i64> {
    let of_parts = |value: fn(&Part) -> i64| new.parts.iter().map(value).collect::<Vec<_>>();
    sqlx::query_scalar!(
        r#"with asked as (
               insert into refund (
                   order_id, request_key, request_hash, status, ground, reason, pictures, goods, bonus, delivery_fee, way,
                   asked_at
               )
               values ($1, $2, $3, 'requested', $4, $5, $6, $7, $8, $9, $10, $11)
               returning refund_id
           ),
           line as (
               insert into refund_line (refund_id, line_id, count, amount, bonus)
               select refund_id, line_id, count, amount, bonus
               from asked,
                    unnest($12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[]) as part (line_id, count, amount, bonus)
           )
           select refund_id from asked"#,
        new.order,
        new.idempotency.key,
        &new.idempotency.hash,
        new.ground.key(),
        new.reason,
        new.pictures,
        new.parts.iter().map(|part| part.amount).sum::<i64>(),
        new.parts.iter().map(|part| part.bonus).sum::<i64>(),
        new.delivery_fee,
        new.method.key(),
        new.at,
        &of_parts(|part| part.line_id),
        &of_parts(|part| part.count),
        &of_parts(|part| part.amount),
        &of_parts(|part| part.bonus),
    )
    .fetch_one(tx)
    .await
}

/// Returns the refund and the request's hash.
pub async fn of_request(tx: &mut PgConnection, order: i64, key: &str) -> sqlx::Result<Option<(i64, Vec<u8>)>> {
    let earlier = sqlx::query!(
        "select refund_id, request_hash from refund where order_id = $1 and request_key = $2",
        order,
        key,
    );
    Ok(earlier.fetch_optional(tx).await?.map(|row| (row.refund_id, row.request_hash)))
}

/// Returns the order's lines. Units of refunds with the statuses `claims` count as claimed.
pub async fn lines(tx: &mut PgConnection, order: i64, claims: &[RefundStatus]) -> sqlx::Result<Vec<RefundableLine>> {
    let claims: Vec<_> = claims.iter().map(|status| status.key().to_owned()).collect();
    sqlx::query_as!(
        RefundableLine,
        r#"select purchase_line.line_id, purchase_line.count, line_total - promo_discount - bonus_spent as "paid!",
                  bonus_spent as bonus,
                  coalesce(claimed.count, 0)::bigint as "claimed_count!",
                  coalesce(claimed.amount, 0)::bigint as "claimed_amount!",
                  coalesce(claimed.bonus, 0)::bigint as "claimed_bonus!",
                  return_exception is not null as "is_excepted!"
           from purchase_line
           left join lateral (
               select sum(refund_line.count) as count, sum(refund_line.amount) as amount, sum(refund_line.bonus) as bonus
               from refund_line
               join refund on refund.refund_id = refund_line.refund_id
               where refund_line.line_id = purchase_line.line_id and refund.status = any ($2)
           ) as claimed on true
           where order_id = $1
           order by purchase_line.line_id"#,
        order,
        &claims,
    )
    .fetch_all(tx)
    .await
}

pub async fn delivered_at(tx: &mut PgConnection, order: i64) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select max(changed_at) from status_change where order_id = $1 and status = 'delivered'",
        order,
    )
    .fetch_one(tx)
    .await
}

pub async fn delivery_fee(tx: &mut PgConnection, order: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select delivery_fee from purchase where order_id = $1", order).fetch_one(tx).await
}

pub async fn order_of(tx: &mut PgConnection, refund: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select order_id from refund where refund_id = $1", refund).fetch_optional(tx).await
}

pub struct Decision<'a> {
    pub status: RefundStatus,
    pub delivery_fee: i64,
    pub answer: Option<&'a str>,
    pub operator: i64,
    /// The amount (qəpik) from which two people must approve; `None` for a refusal.
    pub two_people_from: Option<i64>,
    pub is_restocked: bool,
    pub at: DateTime<Utc>,
}

pub async fn set_first_approval(
    tx: &mut PgConnection,
    refund: i64,
    operator: i64,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update refund set first_approved_by = $2, first_approved_at = $3 where refund_id = $1 and status = 'requested'",
        refund,
        operator,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A refusal removes the first approval, because the person who gave it may also refuse.
pub async fn decide(tx: &mut PgConnection, refund: i64, decision: &Decision<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "with decided as (
             update refund
             set status = $2, delivery_fee = $3, answer = $4, decided_by = $5, decided_at = $6,
                 restock_at = case when $7::boolean then $6::timestamptz end, two_people_from = $8,
                 first_approved_by = case when $2 <> 'refused' then first_approved_by end,
                 first_approved_at = case when $2 <> 'refused' then first_approved_at end
             where refund_id = $1
         )
         update purchase_line
         set refunded_count = refunded_count + refund_line.count
         from refund_line
         where refund_line.refund_id = $1 and purchase_line.line_id = refund_line.line_id and $2 <> 'refused'",
        refund,
        decision.status.key(),
        decision.delivery_fee,
        decision.answer,
        decision.operator,
        decision.at,
        decision.is_restocked,
        decision.two_people_from,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ignores keys other than `refund-<id>`, which are not of refunds of goods.
pub async fn set_paid(tx: &mut PgConnection, order: i64, key: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update refund set status = 'paid' where order_id = $1 and 'refund-' || refund_id = $2 and status = 'approved'",
        order,
        key,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn count(tx: &mut PgConnection, status: Option<RefundStatus>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from refund where $1::text is null or status = $1"#,
        status.map(RefundStatus::key),
    )
    .fetch_one(tx)
    .await
}

pub async fn page(tx: &mut PgConnection, status: Option<RefundStatus>, page: Page) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select refund_id
         from refund
         where $1::text is null or status = $1
         order by refund_id desc
         limit $2 offset $3",
        status.map(RefundStatus::key),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn load(tx: &mut PgConnection, refunds: &[i64]) -> sqlx::Result<Vec<(String, Refund)>> {
    let rows = sqlx::query!(
        r#"select code, to_jsonb(refund_told) as "refund!: Json<Refund>"
           from refund_told
           join purchase on purchase.order_id = refund_told.order_id
           where refund_id = any ($1)
           order by refund_id desc"#,
        refunds,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.code, row.refund.0)).collect())
}

pub async fn load_one(tx: &mut PgConnection, refund: i64) -> sqlx::Result<(String, Refund)> {
    load(tx, &[refund]).await?.pop().ok_or(sqlx::Error::RowNotFound)
}

pub struct Returned {
    pub refund_id: i64,
    pub order_code: String,
    pub failures: i32,
}

pub async fn claim_to_restock(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<Returned>> {
    sqlx::query_as!(
        Returned,
        "with due as (
             select refund_id
             from refund
             where restock_at <= $1
             order by restock_at
             limit $3
             for update skip locked
         )
         update refund
         set restock_at = $2
         from due, purchase
         where refund.refund_id = due.refund_id and purchase.order_id = refund.order_id
         returning refund.refund_id, purchase.code as order_code, refund.restock_failures as failures",
        now,
        leased_until,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn goods(tx: &mut PgConnection, refund: i64) -> sqlx::Result<Vec<LineCount>> {
    let rows = sqlx::query!(
        "select product_id, size_id, refund_line.count
         from refund_line
         join purchase_line on purchase_line.line_id = refund_line.line_id
         where refund_id = $1
         order by refund_line.line_id",
        refund,
    )
    .fetch_all(tx)
    .await?;
    let to_line = |product, size, count| LineCount { key: LineKey { product, size }, count };
    Ok(rows.into_iter().map(|row| to_line(row.product_id, row.size_id, row.count)).collect())
}

pub async fn reschedule_restocking(
    tx: &mut PgConnection,
    refund: i64,
    failures: i32,
    until: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update refund set restock_failures = $2, restock_at = $3 where refund_id = $1",
        refund,
        failures,
        until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_restocked(tx: &mut PgConnection, refund: i64) -> sqlx::Result<()> {
    sqlx::query!("update refund set restock_at = null where refund_id = $1", refund).execute(tx).await?;
    Ok(())
}
