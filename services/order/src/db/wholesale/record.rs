//! Reads wholesale requests with their quote, order and payments.

use chrono::{DateTime, NaiveDate, Utc};
use kit::Language;
use sqlx::{PgConnection, types::Json};

use crate::domain::{
    checkout::Stage,
    status::Status,
    wholesale::{
        Company, Customer, Item, State,
        code::RequestCode,
        record::{Change, Invoice, Order, Quote, Record, Transfer},
    },
};

pub async fn load_one(tx: &mut PgConnection, request: i64) -> sqlx::Result<Record> {
    load(tx, &[request]).await?.pop().ok_or(sqlx::Error::RowNotFound)
}

/// Newest first.
pub async fn load(tx: &mut PgConnection, requests: &[i64]) -> sqlx::Result<Vec<Record>> {
    let rows = sqlx::query_as!(
        RecordRow,
        r#"select request_id, request.code, token_hash, request.account_id, request.language, company_name, voen, contact_name,
                  phone_number, email, wished_on, description, request.note, state, asked_at, accept_key, accept_hash,
                  invoice_no, invoiced_at, request.order_id, purchase.code as "order_code?", stage as "stage?",
                  status as "status?", payment_method as "payment_method?", pay_until as "pay_until?", total as "total?",
                  kept_attempt,
                  (
                      select coalesce(jsonb_agg(to_jsonb(line) order by place), '[]')
                      from wholesale_line as line
                      where line.request_id = request.request_id
                  ) as "lines!: Json<Vec<Item>>",
                  (
                      select to_jsonb(quote) || jsonb_build_object('lines', (
                          select jsonb_agg(to_jsonb(line) order by place)
                          from wholesale_quote_line as line
                          where line.quote_id = quote.quote_id
                      ))
                      from wholesale_quote as quote
                      where quote.request_id = request.request_id and quote.version = request.quote_version
                  ) as "quote: Json<Quote>",
                  (
                      select coalesce(jsonb_agg(to_jsonb(transfer) order by transfer_id), '[]')
                      from wholesale_transfer as transfer
                      where transfer.request_id = request.request_id
                  ) as "transfers!: Json<Vec<Transfer>>",
                  (
                      select coalesce(jsonb_agg(to_jsonb(change) order by change_id), '[]')
                      from wholesale_change as change
                      where change.request_id = request.request_id
                  ) as "changes!: Json<Vec<Change>>"
           from wholesale_request as request
           left join purchase on purchase.order_id = request.order_id
           where request_id = any ($1)
           order by request_id desc"#,
        requests,
    );
    rows.fetch_all(tx).await?.into_iter().map(RecordRow::into_record).collect()
}

struct RecordRow {
    request_id: i64,
    code: String,
    token_hash: Vec<u8>,
    account_id: Option<i64>,
    language: String,
    company_name: Option<String>,
    voen: Option<String>,
    contact_name: String,
    phone_number: String,
    email: Option<String>,
    wished_on: Option<NaiveDate>,
    description: Option<String>,
    note: Option<String>,
    state: String,
    asked_at: DateTime<Utc>,
    accept_key: Option<String>,
    accept_hash: Option<Vec<u8>>,
    invoice_no: Option<String>,
    invoiced_at: Option<DateTime<Utc>>,
    order_id: Option<i64>,
    order_code: Option<String>,
    stage: Option<String>,
    status: Option<String>,
    payment_method: Option<String>,
    pay_until: Option<DateTime<Utc>>,
    total: Option<i64>,
    kept_attempt: Option<i32>,
    lines: Json<Vec<Item>>,
    quote: Option<Json<Quote>>,
    transfers: Json<Vec<Transfer>>,
    changes: Json<Vec<Change>>,
}

impl RecordRow {
    fn into_record(self) -> sqlx::Result<Record> {
        let order = self.order()?;
        Ok(Record {
            id: self.request_id,
            code: RequestCode::parse(&self.code).ok_or_else(|| unknown("code"))?,
            token_hash: self.token_hash,
            account: self.account_id,
            customer: Customer {
                company: self.company_name.zip(self.voen).map(|(name, voen)| Company { name, voen }),
                name: self.contact_name,
                phone_number: self.phone_number,
                email: self.email,
            },
            language: Language::from_tag(&self.language).unwrap_or_default(),
            description: self.description,
            wished_on: self.wished_on,
            note: self.note,
            state: State::of_key(&self.state).ok_or_else(|| unknown("state"))?,
            asked_at: self.asked_at,
            lines: self.lines.0,
            quote: self.quote.map(|quote| quote.0),
            accepted_by: self.accept_key.zip(self.accept_hash),
            order,
            invoice: self.invoice_no.zip(self.invoiced_at).map(|(number, issued_at)| Invoice { number, issued_at }),
            transfers: self.transfers.0,
            changes: self.changes.0,
        })
    }

    fn order(&self) -> sqlx::Result<Option<Order>> {
        let (Some(order_id), Some(code), Some(stage), Some(status), Some(total)) =
            (self.order_id, &self.order_code, &self.stage, &self.status, self.total)
        else {
            return Ok(None);
        };
        Ok(Some(Order {
            order_id,
            code: code.clone(),
            stage: Stage::of_key(stage).ok_or_else(|| unknown("stage"))?,
            status: Status::of_key(status).ok_or_else(|| unknown("status"))?,
            is_paid_by_card: self.kept_attempt.is_some(),
            is_by_transfer: self.payment_method.as_deref() == Some("transfer"),
            pay_until: self.pay_until,
            total,
        }))
    }
}

fn unknown(column: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(format!("an unknown wholesale {column}").into())
}
