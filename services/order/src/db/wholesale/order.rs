//! Orders of accepted wholesale quotes.

use chrono::{DateTime, Utc};
use kit::telemetry::trace_context;
use sqlx::{PgConnection, types::Json};

use crate::{
    db::order_line,
    domain::{
        code::Code,
        method::Method,
        order::{Address, Amounts, Line, Part, Recipient, Request},
    },
};

pub struct NewWholesaleOrder<'a> {
    pub account: Option<i64>,
    /// Makes the acceptance of the quote idempotent.
    pub request: &'a Request,
    pub language: &'static str,
    pub method: Method,
    pub amounts: Amounts,
    pub recipient: &'a Recipient,
    pub address: &'a Address,
    pub note: Option<&'a str>,
    pub lines: &'a [Line],
    pub parts: &'a [Part],
    pub placed_at: DateTime<Utc>,
    /// The order is cancelled if it is not placed by then.
    pub due_at: DateTime<Utc>,
}

/// Returns `None` if the code is used.
pub async fn insert(tx: &mut PgConnection, code: &Code, new: &NewWholesaleOrder<'_>) -> sqlx::Result<Option<i64>> {
    let order = sqlx::query_scalar!(
        "insert into purchase (
             code, account_id, request_key, request_hash, placed_at, language, stage, status, payment_status, payment_method,
             errand, due_at, subtotal, discount, promo_discount, delivery_fee, total, vat, recipient_type, recipient, address,
             note, is_wholesale, traceparent
         )
         values (
             $1, $2, $3, $4, $5, $6, 'placed', 'waiting', 'unpaid', $7, 'reserve', $8, $9, 0, 0, $10, $11, $12, 'self', $13,
             $14, $15, true, $16
         )
         on conflict (code) do nothing
         returning order_id",
        code.as_str(),
        new.account,
        new.request.key,
        &new.request.hash,
        new.placed_at,
        new.language,
        new.method.name(),
        new.due_at,
        new.amounts.subtotal,
        new.amounts.delivery_fee,
        new.amounts.total,
        new.amounts.vat,
        Json(new.recipient) as _,
        Json(new.address) as _,
        new.note,
        trace_context::current(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(order) = order {
        order_line::insert_without_cart(tx, order, new.lines, new.parts).await?;
    }
    Ok(order)
}

pub async fn attach(tx: &mut PgConnection, request: i64, order: i64, acceptance: &Request) -> sqlx::Result<()> {
    set_order(tx, request, Some((order, acceptance))).await
}

/// Detaches a refused order.
pub async fn detach(tx: &mut PgConnection, request: i64) -> sqlx::Result<()> {
    set_order(tx, request, None).await
}

async fn set_order(tx: &mut PgConnection, request: i64, order: Option<(i64, &Request)>) -> sqlx::Result<()> {
    sqlx::query!(
        "update wholesale_request set order_id = $2, accept_key = $3, accept_hash = $4 where request_id = $1",
        request,
        order.map(|(order, _)| order),
        order.map(|(_, acceptance)| &*acceptance.key),
        order.map(|(_, acceptance)| &acceptance.hash[..]),
    )
    .execute(tx)
    .await?;
    Ok(())
}
