//! Wholesale quotes are immutable; a later version replaces them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::wholesale::{
    quote::{Sums, Terms},
    record::QuoteLine,
};

pub struct NewQuote<'a> {
    pub request: i64,
    pub terms: &'a Terms,
    pub lines: &'a [QuoteLine],
    pub sums: Sums,
    pub operator: i64,
    pub at: DateTime<Utc>,
}

/// Returns the version. Detaches a refused or ended order.
pub async fn insert(tx: &mut PgConnection, new: &NewQuote<'_>) -> sqlx::Result<i32> {
    let numbers = |value: fn(&QuoteLine) -> i64| new.lines.iter().map(value).collect::<Vec<_>>();
    let texts = |value: fn(&QuoteLine) -> &str| new.lines.iter().map(|line| value(line).to_owned()).collect::<Vec<_>>();
    let sizes: Vec<_> = new.lines.iter().map(|line| line.item.size_id).collect();
    let size_names: Vec<_> = new.lines.iter().map(|line| line.item.size.clone()).collect();
    sqlx::query_scalar!(
        r#"with quoted as (
               insert into wholesale_quote (
                   request_id, version, valid_until, delivery_fee, delivery_terms, note, goods, total, vat, operator_id, quoted_at
               )
               select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10
               from wholesale_quote
               where request_id = $1
               returning quote_id, version
           ),
           line as (
               insert into wholesale_quote_line (
                   quote_id, place, product_id, size_id, store_id, store_name, store_slug, name, slug, image_url, size, count,
                   unit_price, line_total
               )
               select quote_id, place, product_id, size_id, store_id, store_name, store_slug, name, slug, image_url, size, count,
                      unit_price, line_total
               from quoted,
                    unnest(
                        $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[],
                        $18::text[], $19::text[], $20::bigint[], $21::bigint[], $22::bigint[]
                    ) with ordinality as line (
                        product_id, size_id, store_id, store_name, store_slug, name, slug, image_url, size, count, unit_price,
                        line_total, place
                    )
           ),
           current as (
               update wholesale_request
               set quote_version = quoted.version, order_id = null, accept_key = null, accept_hash = null, invoice_no = null,
                   invoiced_at = null
               from quoted
               where wholesale_request.request_id = $1
           )
           select version from quoted"#,
        new.request,
        new.terms.valid_until,
        new.terms.delivery_fee,
        new.terms.delivery_terms,
        new.terms.note.as_deref(),
        new.sums.goods,
        new.sums.total,
        new.sums.vat,
        new.operator,
        new.at,
        &numbers(|line| line.item.product_id),
        &sizes as &[Option<i64>],
        &numbers(|line| line.store_id),
        &texts(|line| &line.store_name),
        &texts(|line| &line.store_slug),
        &texts(|line| &line.item.name),
        &texts(|line| &line.item.slug),
        &texts(|line| &line.item.image_url),
        &size_names as &[Option<String>],
        &numbers(|line| line.item.count),
        &numbers(|line| line.unit_price),
        &numbers(|line| line.line_total),
    )
    .fetch_one(tx)
    .await
}

/// `None` takes the acceptance back, because the order was refused or the quote is replaced.
pub async fn set_accepted(tx: &mut PgConnection, request: i64, at: Option<DateTime<Utc>>) -> sqlx::Result<()> {
    sqlx::query!(
        "update wholesale_quote as quote
         set accepted_at = case when quote.version = request.quote_version then $2::timestamptz end
         from wholesale_request as request
         where quote.request_id = $1 and request.request_id = $1",
        request,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
