//! Searches orders for operators.
//!
//! The planner cannot know which filters select few orders, so each statement is written for one index, and [`page`]
//! chooses. `offset 0` forces one index lookup per order.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::domain::{code::Code, payment::Payment, status::Status};

/// `None` does not filter.
#[derive(Debug, Clone)]
pub struct Filter {
    pub status: Option<Status>,
    pub payment: Option<Payment>,
    pub store: Option<i64>,
    pub text: Option<Text>,
    pub since: DateTime<Utc>,
    pub until: DateTime<Utc>,
    /// Day in Baku.
    pub deliver_on: Option<NaiveDate>,
    pub slot: Option<String>,
}

/// An order matches if any column does.
#[derive(Debug, Clone)]
pub struct Text {
    pub code: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    /// The beginning of the recipient's names, in either order.
    pub name: String,
}

/// `at` is the time of placing or, with a filter by delivery, of delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub at: DateTime<Utc>,
    pub order_id: i64,
}

/// Maximum number of orders that are read to fill a page.
const MAX_ORDERS: i64 = 50_000;
/// With a text, each order must be read instead of an index.
const MAX_ORDERS_WITH_TEXT: i64 = 5_000;

/// Sorts by delivery if filtered by it, otherwise newest first.
pub async fn page(
    tx: &mut PgConnection,
    filter: &Filter,
    after: Option<Position>,
    limit: i64,
) -> sqlx::Result<Vec<Position>> {
    if filter.deliver_on.is_some() || filter.slot.is_some() {
        let slots = slots_of_filter(tx, filter).await?;
        return page_of_slots(tx, filter, &slots, after, limit).await;
    }
    // Ids begin at 1, so this is after all orders that were placed at `until` or later.
    let until = Position { at: filter.until, order_id: 0 };
    let before = after.map_or(until, |after| after.min(until));
    let max_orders = if filter.text.is_some() { MAX_ORDERS_WITH_TEXT } else { MAX_ORDERS };
    let statuses = Statuses::of(filter);
    let has_status = filter.status.is_some() || filter.payment.is_some();
    if has_status && statuses_have_at_most(tx, &statuses, max_orders).await? {
        return page_of_statuses(tx, filter, &statuses, before, limit).await;
    }
    match (&filter.text, filter.store) {
        (None, None) => page_of_statuses(tx, filter, &statuses, before, limit).await,
        (None, Some(store)) => page_of_store(tx, filter, store, before, limit).await,
        (Some(_), Some(store)) if store_has_at_most(tx, store, max_orders).await? => {
            page_of_store(tx, filter, store, before, limit).await
        }
        (Some(text), _) => page_of_text(tx, filter, text, before, limit).await,
    }
}

/// The statuses to search in: all of them if the filter has none.
struct Statuses {
    statuses: Vec<String>,
    payments: Vec<String>,
}

impl Statuses {
    fn of(filter: &Filter) -> Self {
        let statuses = filter.status.map_or(Status::ALL.to_vec(), |status| vec![status]);
        let payments = filter.payment.map_or(Payment::ALL.to_vec(), |payment| vec![payment]);
        Self {
            statuses: statuses.into_iter().map(|status| status.key().to_owned()).collect(),
            payments: payments.into_iter().map(|payment| payment.key().to_owned()).collect(),
        }
    }
}

async fn statuses_have_at_most(
    tx: &mut PgConnection,
    Statuses { statuses, payments }: &Statuses,
    max: i64,
) -> sqlx::Result<bool> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from (
               select
               from purchase
               where stage not in ('placed', 'refused') and status = any ($1) and payment_status = any ($2)
               limit $3::bigint + 1
           ) as found"#,
        statuses,
        payments,
        max,
    );
    Ok(count.fetch_one(tx).await? <= max)
}

async fn store_has_at_most(tx: &mut PgConnection, store: i64, max: i64) -> sqlx::Result<bool> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from (select from purchase_part where store_id = $1 limit $2::bigint + 1) as found"#,
        store,
        max,
    );
    Ok(count.fetch_one(tx).await? <= max)
}

async fn slots_of_filter(tx: &mut PgConnection, filter: &Filter) -> sqlx::Result<Vec<String>> {
    let Some(date) = filter.deliver_on else { return Ok(filter.slot.iter().cloned().collect()) };
    let of_day = super::slot::ids_of_day(tx, date).await?;
    Ok(of_day.into_iter().filter(|id| filter.slot.as_ref().is_none_or(|slot| slot == id)).collect())
}

async fn page_of_slots(
    tx: &mut PgConnection,
    filter: &Filter,
    slots: &[String],
    after: Option<Position>,
    limit: i64,
) -> sqlx::Result<Vec<Position>> {
    let text = filter.text.as_ref();
    sqlx::query_as!(
        Position,
        r#"select deliver_from as "at!", order_id
           from purchase
           where stage not in ('placed', 'refused')
             and slot_id = any ($1)
             and ($2::timestamptz is null or (deliver_from, order_id) > ($2, $3))
             and ($4::text is null or status = $4)
             and ($5::text is null or payment_status = $5)
             and ($6::bigint is null or exists (
                     select
                     from purchase_part
                     where purchase_part.order_id = purchase.order_id and store_id = $6
                     offset 0
                 ))
             and placed_at >= $7
             and placed_at < $8
             and (
                     $9::text is null
                     or starts_with(name_searched, fold_name($9))
                     or starts_with(last_name_searched, fold_name($9))
                     or starts_with(code, $10)
                     or recipient ->> 'phone_number' = $11
                 )
           order by deliver_from, order_id
           limit $12"#,
        slots,
        after.map(|after| after.at),
        after.map(|after| after.order_id),
        filter.status.map(Status::key),
        filter.payment.map(Payment::key),
        filter.store,
        filter.since,
        filter.until,
        text.map(|text| &text.name),
        text.and_then(|text| text.code.as_ref()),
        text.and_then(|text| text.phone.as_ref()),
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Merges the newest orders of each pair of statuses, which the index has sorted by time.
async fn page_of_statuses(
    tx: &mut PgConnection,
    filter: &Filter,
    Statuses { statuses, payments }: &Statuses,
    before: Position,
    limit: i64,
) -> sqlx::Result<Vec<Position>> {
    let text = filter.text.as_ref();
    sqlx::query_as!(
        Position,
        r#"select placed_at as "at!", order_id as "order_id!"
           from unnest($1::text[]) as allowed (status)
           cross join unnest($2::text[]) as allowed_payment (payment_status)
           cross join lateral (
               select order_id, placed_at
               from purchase
               where stage not in ('placed', 'refused')
                 and purchase.status = allowed.status
                 and purchase.payment_status = allowed_payment.payment_status
                 and placed_at >= $3
                 and (placed_at, order_id) < ($4, $5)
                 and ($6::bigint is null or exists (
                         select
                         from purchase_part
                         where purchase_part.order_id = purchase.order_id and store_id = $6
                         offset 0
                     ))
                 and ($7::text is null or exists (
                         select
                         from purchase as described
                         where described.order_id = purchase.order_id
                           and (
                                   starts_with(name_searched, fold_name($7))
                                   or starts_with(last_name_searched, fold_name($7))
                                   or starts_with(code, $8)
                                   or recipient ->> 'phone_number' = $9
                               )
                         offset 0
                     ))
               order by placed_at desc, order_id desc
               limit $10
           ) as found
           order by placed_at desc, order_id desc
           limit $10"#,
        statuses,
        payments,
        filter.since,
        before.at,
        before.order_id,
        filter.store,
        text.map(|text| &text.name),
        text.and_then(|text| text.code.as_ref()),
        text.and_then(|text| text.phone.as_ref()),
        limit,
    )
    .fetch_all(tx)
    .await
}

async fn page_of_store(
    tx: &mut PgConnection,
    filter: &Filter,
    store: i64,
    before: Position,
    limit: i64,
) -> sqlx::Result<Vec<Position>> {
    let text = filter.text.as_ref();
    sqlx::query_as!(
        Position,
        r#"select part.placed_at as "at!", part.order_id
           from purchase_part as part
           cross join lateral (
               select
               from purchase
               where purchase.order_id = part.order_id
                 and stage not in ('placed', 'refused')
                 and ($2::text is null or purchase.status = $2)
                 and ($3::text is null or payment_status = $3)
                 and (
                         $4::text is null
                         or starts_with(name_searched, fold_name($4))
                         or starts_with(last_name_searched, fold_name($4))
                         or starts_with(code, $5)
                         or recipient ->> 'phone_number' = $6
                     )
               offset 0
           ) as found
           where store_id = $1
             and part.placed_at >= $7
             and (part.placed_at, part.order_id) < ($8, $9)
           order by part.placed_at desc, part.order_id desc
           limit $10"#,
        store,
        filter.status.map(Status::key),
        filter.payment.map(Payment::key),
        text.map(|text| &text.name),
        text.and_then(|text| text.code.as_ref()),
        text.and_then(|text| text.phone.as_ref()),
        filter.since,
        before.at,
        before.order_id,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Filters and sorts all matching orders from indexes alone, then looks up the store of the newest.
///
/// A prefix is a range that ends with the last character of Unicode. Unlike `like`, it uses the index in any plan.
async fn page_of_text(
    tx: &mut PgConnection,
    filter: &Filter,
    text: &Text,
    before: Position,
    limit: i64,
) -> sqlx::Result<Vec<Position>> {
    sqlx::query_as!(
        Position,
        r#"with matching as (
               select order_id, placed_at, status, payment_status
               from purchase
               where stage not in ('placed', 'refused') and code >= $1 and code < $1 || chr(1114111)
               union
               select order_id, placed_at, status, payment_status
               from purchase
               where stage not in ('placed', 'refused') and recipient ->> 'phone_number' = $2
               union
               select order_id, placed_at, status, payment_status
               from purchase
               where stage not in ('placed', 'refused')
                 and name_searched >= fold_name($3)
                 and name_searched < fold_name($3) || chr(1114111)
               union
               select order_id, placed_at, status, payment_status
               from purchase
               where stage not in ('placed', 'refused')
                 and last_name_searched >= fold_name($3)
                 and last_name_searched < fold_name($3) || chr(1114111)
           )
           select newest.placed_at as "at!", newest.order_id as "order_id!"
           from (
               select order_id, placed_at
               from matching
               where placed_at >= $4
                 and (placed_at, order_id) < ($5, $6)
                 and ($7::text is null or status = $7)
                 and ($8::text is null or payment_status = $8)
               order by placed_at desc, order_id desc
               offset 0
           ) as newest
           where $9::bigint is null or exists (
                     select
                     from purchase_part
                     where purchase_part.order_id = newest.order_id and store_id = $9
                     offset 0
                 )
           order by newest.placed_at desc, newest.order_id desc
           limit $10"#,
        text.code,
        text.phone,
        text.name,
        filter.since,
        before.at,
        before.order_id,
        filter.status.map(Status::key),
        filter.payment.map(Payment::key),
        filter.store,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn counts(tx: &mut PgConnection, statuses: &[Status], limit: i64) -> sqlx::Result<Vec<i64>> {
    let statuses: Vec<_> = statuses.iter().map(|status| status.key().to_owned()).collect();
    sqlx::query_scalar!(
        r#"select (
                      select count(*)
                      from (
                          select
                          from purchase
                          where stage not in ('placed', 'refused') and purchase.status = counted.status
                          limit $2
                      ) as found
                  ) as "count!"
           from unnest($1::text[]) with ordinality as counted (status, place)
           order by place"#,
        &statuses,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn id_of_code(tx: &mut PgConnection, code: &Code) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "select order_id from purchase where code = $1 and stage not in ('placed', 'refused')",
        code.as_str(),
    )
    .fetch_optional(tx)
    .await
}
