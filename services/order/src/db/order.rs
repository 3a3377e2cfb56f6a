//! Reads orders.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kit::{db::batch, page::Page};
use sqlx::{PgConnection, types::Json};

use super::saga::{Columns, state_of};
use crate::domain::{
    checkout::Stage,
    code::Code,
    order::{Address, Amounts, Change, Line, Order, Part, Recipient, Shortage, Window},
    refund::Refund,
};

pub struct KnownOrder {
    pub order_id: i64,
    pub code: String,
    /// Another hash means that the key was used for another request.
    pub hash: Vec<u8>,
    pub stage: Option<Stage>,
    /// Missing stock of a refused order.
    pub shortages: Option<Vec<Shortage>>,
}

/// Finds the order of an earlier request. Queries are batched.
pub struct RequestQuery {
    pub account: i64,
    pub key: String,
}

impl batch::BatchQuery for RequestQuery {
    type Output = Option<KnownOrder>;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Option<KnownOrder>>> {
        let accounts: Vec<_> = queries.iter().map(|query| query.account).collect();
        let keys: Vec<_> = queries.iter().map(|query| query.key.clone()).collect();
        // `offset 0` forces an index lookup per request.
        let rows = sqlx::query!(
            r#"select asked.place as "place!", order_id, code, request_hash, stage, shortages as "shortages: Json<Vec<Shortage>>"
               from unnest((select $1::bigint[]), (select $2::text[])) with ordinality as asked (account_id, request_key, place)
               cross join lateral (
                   select order_id, code, request_hash, stage, shortages
                   from purchase
                   where purchase.account_id = asked.account_id and purchase.request_key = asked.request_key
                   offset 0
               ) as known"#,
            &accounts,
            &keys,
        );
        let mut results: Vec<_> = queries.iter().map(|_| None).collect();
        for row in rows.fetch_all(tx).await? {
            let known = KnownOrder {
                order_id: row.order_id,
                code: row.code,
                hash: row.request_hash,
                stage: Stage::of_key(&row.stage),
                shortages: row.shortages.map(|shortages| shortages.0),
            };
            if let Some(result) = results.get_mut(row.place as usize - 1) {
                *result = Some(known);
            }
        }
        Ok(results)
    }
}

/// Returns the id, and the time from which the order counts as abandoned.
pub async fn being_placed_for(
    tx: &mut PgConnection,
    account: i64,
) -> sqlx::Result<Option<(i64, Option<DateTime<Utc>>)>> {
    let row =
        sqlx::query!("select order_id, due_at from purchase where account_id = $1 and stage = 'placed'", account,)
            .fetch_optional(tx)
            .await?;
    Ok(row.map(|row| (row.order_id, row.due_at)))
}

/// Stores missing stock for a repeated request.
pub async fn keep_shortages(tx: &mut PgConnection, order: i64, shortages: &[Shortage]) -> sqlx::Result<()> {
    sqlx::query!("update purchase set shortages = $2 where order_id = $1", order, Json(shortages) as _)
        .execute(tx)
        .await?;
    Ok(())
}

/// Does not find orders that are being placed or were refused.
pub async fn id_for(tx: &mut PgConnection, account: i64, code: &Code) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "select order_id
         from purchase
         where code = $2 and account_id = $1 and stage not in ('placed', 'refused')",
        account,
        code.as_str(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from purchase where account_id = $1 and stage not in ('placed', 'refused')"#,
        account,
    )
    .fetch_one(tx)
    .await
}

pub async fn page_for(tx: &mut PgConnection, account: i64, page: Page) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select order_id
         from purchase
         where account_id = $1 and stage not in ('placed', 'refused')
         order by order_id desc
         limit $2 offset $3",
        account,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

/// Newest first. The caller has checked access.
///
/// `(select …)` hides the number of orders from the planner, which would plan again for each small number.
pub async fn load(tx: &mut PgConnection, orders: &[i64]) -> sqlx::Result<Vec<Order>> {
    let rows = sqlx::query!(
        r#"select order_id, code, placed_at, stage, status, payment_status, payment_method, months, attempt, kept_attempt,
                  refunded, errand, pay_until, subtotal, discount, promo_discount, delivery_fee, bonus_spent, bonus_returned,
                  total, vat, promo_code, deliver_from, deliver_until, recipient_type = 'other' as "is_for_other!",
                  recipient as "recipient: Json<Recipient>", address as "address: Json<Address>", note, card_text,
                  (
                      select coalesce(jsonb_agg(to_jsonb(line) order by line_id), '[]')
                      from purchase_line as line
                      where line.order_id = purchase.order_id
                  ) as "lines!: Json<Vec<Line>>",
                  (
                      select coalesce(jsonb_agg(to_jsonb(part) order by store_id), '[]')
                      from purchase_part as part
                      where part.order_id = purchase.order_id
                  ) as "parts!: Json<Vec<Part>>",
                  (
                      select coalesce(jsonb_agg(to_jsonb(change) order by status_change_id), '[]')
                      from status_change as change
                      where change.order_id = purchase.order_id
                  ) as "history!: Json<Vec<Change>>",
                  (
                      select coalesce(jsonb_agg(to_jsonb(refund) order by refund_id), '[]')
                      from refund_told as refund
                      where refund.order_id = purchase.order_id
                  ) as "refunds!: Json<Vec<Refund>>"
           from purchase
           where order_id = any ((select $1::bigint[])::bigint[])
           order by order_id desc"#,
        orders,
    )
    .fetch_all(tx)
    .await?;
    let orders = rows.into_iter().map(|row| {
        let columns = Columns {
            stage: &row.stage,
            status: &row.status,
            payment_status: &row.payment_status,
            payment_method: &row.payment_method,
            months: row.months,
            attempt: row.attempt,
            kept_attempt: row.kept_attempt,
            refunded: row.refunded,
            stock_call: row.errand.as_deref(),
        };
        Ok(Order {
            order_id: row.order_id,
            code: Code::parse(&row.code).ok_or_else(|| sqlx::Error::Decode("no order's code".into()))?,
            placed_at: row.placed_at,
            state: state_of(&columns, row.total)?,
            pay_until: row.pay_until,
            amounts: Amounts {
                subtotal: row.subtotal,
                discount: row.discount,
                promo_discount: row.promo_discount,
                delivery_fee: row.delivery_fee,
                bonus_spent: row.bonus_spent,
                bonus_returned: row.bonus_returned,
                total: row.total,
                vat: row.vat,
            },
            promo_code: row.promo_code,
            delivery: row.deliver_from.zip(row.deliver_until).map(|(from, until)| Window { from, until }),
            is_for_other: row.is_for_other,
            recipient: row.recipient.0,
            address: row.address.0,
            note: row.note,
            card_text: row.card_text,
            lines: row.lines.0,
            parts: row.parts.0,
            history: row.history.0,
            refunds: row.refunds.0,
        })
    });
    orders.collect()
}

pub async fn load_one(tx: &mut PgConnection, order: i64) -> sqlx::Result<Order> {
    load(tx, &[order]).await?.pop().ok_or(sqlx::Error::RowNotFound)
}

/// Queries are batched. The caller has checked access.
pub struct OrderQuery(pub i64);

impl batch::BatchQuery for OrderQuery {
    type Output = Option<Order>;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<Option<Order>>> {
        let orders: Vec<_> = queries.iter().map(|query| query.0).collect();
        let loaded = load(tx, &orders).await?;
        let order_by_id: HashMap<_, _> = loaded.into_iter().map(|order| (order.order_id, order)).collect();
        Ok(orders.iter().map(|id| order_by_id.get(id).cloned()).collect())
    }
}
