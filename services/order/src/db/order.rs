//! Orders as they are written down and read again. How far they are is written by `db/saga.rs`.

use chrono::{DateTime, Utc};
use kit::page::Page;
use sqlx::{PgConnection, types::Json};

use super::saga::{Columns, state_of};
use crate::domain::{
    checkout::{Stage, State},
    code::Code,
    order::{Address, Amounts, Change, Line, Order, Part, Recipient, Request, Shortage, Window},
    refund::Refund,
};

/// What a shopper placed.
pub struct New<'a> {
    pub account: i64,
    pub request: &'a Request,
    pub placed_at: DateTime<Utc>,
    pub language: &'static str,
    pub state: &'a State,
    /// When it is called off if nobody goes on with it.
    pub due_at: DateTime<Utc>,
    pub amounts: Amounts,
    pub promo_code: Option<&'a str>,
    pub slot_id: Option<&'a str>,
    pub delivery: Option<Window>,
    pub is_for_other: bool,
    pub recipient: &'a Recipient,
    pub address: &'a Address,
    pub note: Option<&'a str>,
    pub card_text: Option<&'a str>,
}

/// Its number, or none when the code is another order's already.
pub async fn insert(tx: &mut PgConnection, new: &New<'_>, code: &Code) -> sqlx::Result<Option<i64>> {
    let state = Columns::of(new.state);
    sqlx::query_scalar!(
        "insert into purchase (
             code, account_id, request_key, request_hash, placed_at, language, stage, status, payment_status,
             payment_method, months, errand, due_at, subtotal, discount, promo_discount, delivery_fee, total, vat,
             promo_code, slot_id, deliver_from, deliver_until, recipient_type, recipient, address, note, card_text
         )
         values (
             $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
             case when $24::boolean then 'other' else 'self' end, $25, $26, $27, $28
         )
         on conflict (code) do nothing
         returning order_id",
        code.as_str(),
        new.account,
        new.request.key,
        &new.request.hash,
        new.placed_at,
        new.language,
        state.stage,
        state.status,
        state.payment_status,
        state.payment_method,
        state.months,
        state.errand,
        new.due_at,
        new.amounts.subtotal,
        new.amounts.discount,
        new.amounts.promo_discount,
        new.amounts.delivery_fee,
        new.amounts.total,
        new.amounts.vat,
        new.promo_code,
        new.slot_id,
        new.delivery.map(|window| window.from),
        new.delivery.map(|window| window.until),
        new.is_for_other,
        Json(new.recipient) as _,
        Json(new.address) as _,
        new.note,
        new.card_text,
    )
    .fetch_optional(tx)
    .await
}

/// What became of a request that has been here before.
pub struct Known {
    pub order_id: i64,
    pub code: String,
    pub hash: Vec<u8>,
    pub stage: Option<Stage>,
    pub shortages: Option<Vec<Shortage>>,
}

pub async fn of_request_for(tx: &mut PgConnection, account: i64, key: &str) -> sqlx::Result<Option<Known>> {
    let row = sqlx::query!(
        r#"select order_id, code, request_hash, stage, shortages as "shortages: Json<Vec<Shortage>>"
           from purchase
           where account_id = $1 and request_key = $2"#,
        account,
        key,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| Known {
        order_id: row.order_id,
        code: row.code,
        hash: row.request_hash,
        stage: Stage::of_key(&row.stage),
        shortages: row.shortages.map(|shortages| shortages.0),
    }))
}

/// The order of this account that is being placed at this moment, and since when it should not be any more.
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

pub async fn keep_shortages(tx: &mut PgConnection, order: i64, shortages: &[Shortage]) -> sqlx::Result<()> {
    sqlx::query!("update purchase set shortages = $2 where order_id = $1", order, Json(shortages) as _)
        .execute(tx)
        .await?;
    Ok(())
}

/// One that its shopper may see.
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

/// Newest first.
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

/// Whole, newest first, in one statement however many there are. Who may see them has been asked before.
///
/// How many they are is hidden from the planner by `(select …)`: it would plan anew for every few, which takes longer than
/// to read them.
pub async fn load(tx: &mut PgConnection, orders: &[i64]) -> sqlx::Result<Vec<Order>> {
    let rows = sqlx::query!(
        r#"select order_id, code, placed_at, stage, status, payment_status, payment_method, months, attempt, kept_attempt,
                  refunded, errand, pay_until, subtotal, discount, promo_discount, delivery_fee, total, vat, promo_code,
                  deliver_from, deliver_until, recipient_type = 'other' as "is_for_other!",
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
            errand: row.errand.as_deref(),
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
