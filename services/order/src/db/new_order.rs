//! Inserts new orders, several in one statement.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use super::saga::Columns;
use crate::domain::{
    checkout::State,
    code::Code,
    order::{Address, Amounts, Recipient, Request, Window},
};

pub struct NewOrder<'a> {
    /// `None` if staff took the order on the phone for a customer without an account.
    pub account: Option<i64>,
    pub request: &'a Request,
    pub placed_at: DateTime<Utc>,
    pub language: &'static str,
    pub state: &'a State,
    /// The order is cancelled if it is not placed by then.
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
    pub traceparent: Option<&'a str>,
}

/// Returns order ids by code. Skips orders whose code is used.
pub async fn insert_all(tx: &mut PgConnection, orders: &[(NewOrder<'_>, Code)]) -> sqlx::Result<HashMap<String, i64>> {
    let states: Vec<_> = orders.iter().map(|(new, _)| Columns::of(new.state)).collect();
    let bigints = |value: fn(&NewOrder<'_>) -> i64| orders.iter().map(|(new, _)| value(new)).collect::<Vec<_>>();
    let state_keys = |value: fn(&Columns<'static>) -> &'static str| {
        states.iter().map(|columns| value(columns).to_owned()).collect::<Vec<_>>()
    };
    let optional_texts = |value: for<'a> fn(&NewOrder<'a>) -> Option<&'a str>| {
        orders.iter().map(|(new, _)| value(new).map(str::to_owned)).collect::<Vec<_>>()
    };
    let timestamps = |value: fn(&NewOrder<'_>) -> Option<DateTime<Utc>>| {
        orders.iter().map(|(new, _)| value(new)).collect::<Vec<_>>()
    };
    let accounts: Vec<_> = orders.iter().map(|(new, _)| new.account).collect();
    let codes: Vec<_> = orders.iter().map(|(_, code)| code.as_str().to_owned()).collect();
    let request_keys: Vec<_> = orders.iter().map(|(new, _)| new.request.key.clone()).collect();
    let request_hashes: Vec<_> = orders.iter().map(|(new, _)| new.request.hash.to_vec()).collect();
    let languages: Vec<_> = orders.iter().map(|(new, _)| new.language.to_owned()).collect();
    let months: Vec<_> = states.iter().map(|state| state.months).collect();
    let stock_calls: Vec<_> = states.iter().map(|state| state.stock_call.map(str::to_owned)).collect();
    let are_for_others: Vec<_> = orders.iter().map(|(new, _)| new.is_for_other).collect();
    let recipients: Vec<_> = orders.iter().map(|(new, _)| Json(new.recipient)).collect();
    let addresses: Vec<_> = orders.iter().map(|(new, _)| Json(new.address)).collect();
    // `(select …)` hides the array length from the planner, see `order::load`. Inserts in the order of accounts, to
    // avoid deadlock: a unique index makes orders of one account wait for each other.
    let inserted = sqlx::query!(
        r#"insert into purchase (
               code, account_id, request_key, request_hash, placed_at, language, stage, status, payment_status,
               payment_method, months, errand, due_at, subtotal, discount, promo_discount, delivery_fee, total, vat,
               promo_code, slot_id, deliver_from, deliver_until, recipient_type, recipient, address, note, card_text,
               bonus_spent, traceparent
           )
           select code, account_id, request_key, request_hash, placed_at, language, stage, status, payment_status,
                  payment_method, months, stock_call, due_at, subtotal, discount, promo_discount, delivery_fee, total,
                  vat, promo_code, slot_id, deliver_from, deliver_until,
                  case when is_for_other then 'other' else 'self' end, recipient, address, note, card_text, bonus_spent,
                  traceparent
           from unnest(
                    (select $1::text[]), (select $2::bigint[]), (select $3::text[]), (select $4::bytea[]),
                    (select $5::timestamptz[]), (select $6::text[]), (select $7::text[]), (select $8::text[]),
                    (select $9::text[]), (select $10::text[]), (select $11::integer[]), (select $12::text[]),
                    (select $13::timestamptz[]), (select $14::bigint[]), (select $15::bigint[]), (select $16::bigint[]),
                    (select $17::bigint[]), (select $18::bigint[]), (select $19::bigint[]), (select $20::text[]),
                    (select $21::text[]), (select $22::timestamptz[]), (select $23::timestamptz[]),
                    (select $24::boolean[]), (select $25::jsonb[]), (select $26::jsonb[]), (select $27::text[]),
                    (select $28::text[]), (select $29::bigint[]), (select $30::text[])
                ) as new (
                    code, account_id, request_key, request_hash, placed_at, language, stage, status, payment_status,
                    payment_method, months, stock_call, due_at, subtotal, discount, promo_discount, delivery_fee, total,
                    vat, promo_code, slot_id, deliver_from, deliver_until, is_for_other, recipient, address, note,
                    card_text, bonus_spent, traceparent
                )
           order by account_id
           on conflict (code) do nothing
           returning code, order_id"#,
        &codes,
        &accounts as &[Option<i64>],
        &request_keys,
        &request_hashes,
        &timestamps(|new| Some(new.placed_at)) as &[Option<DateTime<Utc>>],
        &languages,
        &state_keys(|state| state.stage),
        &state_keys(|state| state.status),
        &state_keys(|state| state.payment_status),
        &state_keys(|state| state.payment_method),
        &months as &[Option<i32>],
        &stock_calls as &[Option<String>],
        &timestamps(|new| Some(new.due_at)) as &[Option<DateTime<Utc>>],
        &bigints(|new| new.amounts.subtotal),
        &bigints(|new| new.amounts.discount),
        &bigints(|new| new.amounts.promo_discount),
        &bigints(|new| new.amounts.delivery_fee),
        &bigints(|new| new.amounts.total),
        &bigints(|new| new.amounts.vat),
        &optional_texts(|new| new.promo_code) as &[Option<String>],
        &optional_texts(|new| new.slot_id) as &[Option<String>],
        &timestamps(|new| new.delivery.map(|window| window.from)) as &[Option<DateTime<Utc>>],
        &timestamps(|new| new.delivery.map(|window| window.until)) as &[Option<DateTime<Utc>>],
        &are_for_others,
        &recipients as &[Json<&Recipient>],
        &addresses as &[Json<&Address>],
        &optional_texts(|new| new.note) as &[Option<String>],
        &optional_texts(|new| new.card_text) as &[Option<String>],
        &bigints(|new| new.amounts.bonus_spent),
        &optional_texts(|new| new.traceparent) as &[Option<String>],
    )
    .fetch_all(tx)
    .await?;
    Ok(inserted.into_iter().map(|row| (row.code, row.order_id)).collect())
}
