//! Inserts, finds and claims wholesale requests; `record` reads them.

use chrono::{DateTime, NaiveDate, Utc};
use kit::page::Page;
use sqlx::PgConnection;

use crate::domain::{
    order,
    wholesale::{Item, State, Wanted, code::RequestCode},
};

pub struct NewRequest<'a> {
    pub code: &'a RequestCode,
    pub token_hash: [u8; 32],
    pub account: Option<i64>,
    pub request: &'a order::Request,
    pub wanted: &'a Wanted,
    pub items: &'a [Item],
    pub at: DateTime<Utc>,
}

/// Returns `None` if the code or the idempotency key is used.
pub async fn insert(tx: &mut PgConnection, new: &NewRequest<'_>) -> sqlx::Result<Option<i64>> {
    let Wanted { customer, language, description, wished_on, note, .. } = new.wanted;
    let numbers = |value: fn(&Item) -> i64| new.items.iter().map(value).collect::<Vec<_>>();
    let texts = |value: fn(&Item) -> &str| new.items.iter().map(|item| value(item).to_owned()).collect::<Vec<_>>();
    let sizes: Vec<_> = new.items.iter().map(|item| item.size_id).collect();
    let size_names: Vec<_> = new.items.iter().map(|item| item.size.clone()).collect();
    sqlx::query_scalar!(
        r#"with asked as (
               insert into wholesale_request (
                   code, token_hash, account_id, request_key, request_hash, language, company_name, voen, contact_name,
                   phone_number, email, wished_on, description, note, state, asked_at
               )
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'requested', $15)
               on conflict do nothing
               returning request_id
           ),
           line as (
               insert into wholesale_line (request_id, place, product_id, size_id, count, name, slug, image_url, size)
               select request_id, place, product_id, size_id, count, name, slug, image_url, size
               from asked,
                    unnest($16::bigint[], $17::bigint[], $18::bigint[], $19::text[], $20::text[], $21::text[], $22::text[])
                        with ordinality as item (product_id, size_id, count, name, slug, image_url, size, place)
           ),
           history as (
               insert into wholesale_change (request_id, state, changed_at, actor)
               select request_id, 'requested', $15, 'customer' from asked
           )
           select request_id from asked"#,
        new.code.as_str(),
        &new.token_hash,
        new.account,
        new.request.key,
        &new.request.hash,
        language.code(),
        customer.company.as_ref().map(|company| &*company.name),
        customer.company.as_ref().map(|company| &*company.voen),
        customer.name,
        customer.phone_number,
        customer.email,
        *wished_on,
        description.as_deref(),
        note.as_deref(),
        new.at,
        &numbers(|item| item.product_id),
        &sizes as &[Option<i64>],
        &numbers(|item| item.count),
        &texts(|item| &item.name),
        &texts(|item| &item.slug),
        &texts(|item| &item.image_url),
        &size_names as &[Option<String>],
    )
    .fetch_optional(tx)
    .await
}

/// Returns the id and the request's hash.
pub async fn of_key(tx: &mut PgConnection, key: &str) -> sqlx::Result<Option<(i64, Vec<u8>)>> {
    let row = sqlx::query!("select request_id, request_hash from wholesale_request where request_key = $1", key)
        .fetch_optional(tx)
        .await?;
    Ok(row.map(|row| (row.request_id, row.request_hash)))
}

/// Serialises requests from a phone number until the transaction ends, so that counting them is exact.
pub async fn lock_phone(tx: &mut PgConnection, phone_number: &str) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('wholesale:' || $1, 0))", phone_number)
        .execute(tx)
        .await?;
    Ok(())
}

/// `nth` is counted from 1.
pub async fn nth_newest_of(tx: &mut PgConnection, phone_number: &str, nth: i64) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select asked_at from wholesale_request where phone_number = $1 order by asked_at desc limit 1 offset $2",
        phone_number,
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

pub async fn id_of_code(tx: &mut PgConnection, code: &RequestCode) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select request_id from wholesale_request where code = $1", code.as_str())
        .fetch_optional(tx)
        .await
}

/// Returns the id, and the hash of the token in the secret link.
pub async fn link_of_code(tx: &mut PgConnection, code: &RequestCode) -> sqlx::Result<Option<(i64, Vec<u8>)>> {
    let row = sqlx::query!("select request_id, token_hash from wholesale_request where code = $1", code.as_str())
        .fetch_optional(tx)
        .await?;
    Ok(row.map(|row| (row.request_id, row.token_hash)))
}

pub async fn id_of_order(tx: &mut PgConnection, order: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select request_id from wholesale_request where order_id = $1", order).fetch_optional(tx).await
}

pub async fn order_of(tx: &mut PgConnection, request: i64) -> sqlx::Result<Option<i64>> {
    let order = sqlx::query_scalar!("select order_id from wholesale_request where request_id = $1", request)
        .fetch_optional(tx)
        .await?;
    Ok(order.flatten())
}

pub async fn lock(tx: &mut PgConnection, request: i64) -> sqlx::Result<()> {
    sqlx::query!("select request_id from wholesale_request where request_id = $1 for no key update", request)
        .fetch_optional(tx)
        .await?;
    Ok(())
}

/// `None` does not filter.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub state: Option<State>,
    /// Part of a code, company, VÖEN (tax number), contact name or phone number.
    pub text: Option<String>,
}

pub async fn count(tx: &mut PgConnection, filter: &Filter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from wholesale_request
           where ($1::text is null or state = $1)
             and ($2::text is null
                  or position(lower($2) in lower(concat_ws(' ', code, company_name, voen, contact_name, phone_number))) > 0)"#,
        filter.state.map(State::key),
        filter.text,
    )
    .fetch_one(tx)
    .await
}

pub async fn page(tx: &mut PgConnection, filter: &Filter, page: Page) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select request_id
         from wholesale_request
         where ($1::text is null or state = $1)
           and ($2::text is null
                or position(lower($2) in lower(concat_ws(' ', code, company_name, voen, contact_name, phone_number))) > 0)
         order by request_id desc
         limit $3 offset $4",
        filter.state.map(State::key),
        filter.text,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

/// Claims requests whose quote expires soon or has expired.
pub async fn claim_due(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "with due as (
               select request_id
               from wholesale_request
               where due_at <= $1
               order by due_at
               limit $3
               for no key update skip locked
           )
           update wholesale_request as request
           set due_at = $2
           from due
           where request.request_id = due.request_id
           returning request.request_id",
        now,
        leased_until,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn set_due(tx: &mut PgConnection, request: i64, due_at: Option<DateTime<Utc>>) -> sqlx::Result<()> {
    sqlx::query!("update wholesale_request set due_at = $2 where request_id = $1", request, due_at).execute(tx).await?;
    Ok(())
}

/// Keeps an existing number.
pub async fn issue_invoice(
    tx: &mut PgConnection,
    request: i64,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update wholesale_request
         set invoice_no = 'TS-' || to_char($2::date, 'YYYY') || '-' || lpad(nextval('wholesale_invoice_no')::text, 6, '0'),
             invoiced_at = $3
         where request_id = $1 and invoice_no is null",
        request,
        today,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
