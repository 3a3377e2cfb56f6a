//! Orders of accepted wholesale quotes.

use chrono::{DateTime, Utc};
use kit::telemetry::trace_context;
use sqlx::{PgConnection, types::Json};

use crate::domain::{
    code::Code,
    method::Method,
    order::{Address, Amounts, Line, Part, Recipient, Request},
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
        insert_lines(tx, order, new).await?;
    }
    Ok(order)
}

async fn insert_lines(tx: &mut PgConnection, order: i64, new: &NewWholesaleOrder<'_>) -> sqlx::Result<()> {
    let numbers = |value: fn(&Line) -> i64| new.lines.iter().map(value).collect::<Vec<_>>();
    let texts = |value: fn(&Line) -> &str| new.lines.iter().map(|line| value(line).to_owned()).collect::<Vec<_>>();
    let sizes: Vec<_> = new.lines.iter().map(|line| line.size_id).collect();
    let size_names: Vec<_> = new.lines.iter().map(|line| line.size.clone()).collect();
    let exceptions: Vec<_> =
        new.lines.iter().map(|line| line.return_exception.map(|reason| reason.key().to_owned())).collect();
    sqlx::query!(
        "insert into purchase_line (
             order_id, store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total, promo_discount,
             return_exception
         )
         select $1, store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total, 0, return_exception
         from unnest(
                  $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[],
                  $10::bigint[], $11::bigint[], $12::text[]
              ) with ordinality as line (
                  store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total, return_exception,
                  place
              )
         order by place",
        order,
        &numbers(|line| line.store_id),
        &numbers(|line| line.product_id),
        &sizes as &[Option<i64>],
        &texts(|line| &line.name),
        &texts(|line| &line.slug),
        &texts(|line| &line.image_url),
        &size_names as &[Option<String>],
        &numbers(|line| line.count),
        &numbers(|line| line.unit_price),
        &numbers(|line| line.line_total),
        &exceptions as &[Option<String>],
    )
    .execute(&mut *tx)
    .await?;
    let stores: Vec<_> = new.parts.iter().map(|part| part.store_id).collect();
    let names: Vec<_> = new.parts.iter().map(|part| part.name.clone()).collect();
    let slugs: Vec<_> = new.parts.iter().map(|part| part.slug.clone()).collect();
    let totals: Vec<_> = new.parts.iter().map(|part| part.total).collect();
    sqlx::query!(
        "insert into purchase_part (order_id, store_id, name, slug, status, total, placed_at)
         select order_id, store_id, name, slug, 'waiting', part.total, placed_at
         from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[]) as part (store_id, name, slug, total)
         join purchase on purchase.order_id = $1",
        order,
        &stores,
        &names,
        &slugs,
        &totals,
    )
    .execute(tx)
    .await?;
    Ok(())
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
