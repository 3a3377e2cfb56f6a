//! Quotes wholesale requests. A new quote replaces an earlier one that was not accepted.

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, client::CallContext, error::FieldError, identity::Caller};
use serde_json::{Value, json};

use super::{NOT_FOUND, email::Kind, lock};
use crate::{
    App,
    app::other_person::require_other_person,
    catalog::Offers,
    db::{
        self,
        wholesale::{By, quote::NewQuote},
    },
    domain::wholesale::{
        Item, State,
        code::RequestCode,
        quote::Terms,
        record::{QuoteLine, Record},
    },
};

pub async fn quote(app: &App, operator: &Caller, code: &RequestCode, terms: &Terms) -> Result<Record> {
    let sums = terms.sums().ok_or_else(|| Error::invalid("lines", "too_large"))?;
    let id = id_of(app, code).await?;
    let language = {
        let mut connection = app.pool.acquire().await?;
        db::wholesale::record::load_one(&mut connection, id).await?.language
    };
    let context = CallContext { language, ..CallContext::default() };
    let lines = lines(app, &context, terms).await?;
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let record = lock(&mut tx, id).await?;
    require_other_person(operator, record.account, "conflict_of_interest")?;
    let is_being_accepted = record.state == State::Quoted && record.order.is_some();
    if !record.state.can_quote() || is_being_accepted {
        return Err(Error::conflict("wholesale_not_open"));
    }
    if record.balance().is_some_and(|balance| balance.excess > 0) {
        // A new order would hide the money received for the old one.
        return Err(Error::conflict("transfer_excess_left"));
    }
    db::wholesale::quote::set_accepted(&mut tx, id, None).await?;
    let new = NewQuote { request: id, terms, lines: &lines, sums, operator: operator.account, at: now };
    db::wholesale::quote::insert(&mut tx, &new).await?;
    let due_at = Some(terms.due_at(now));
    become_quoted(&mut tx, &record, &operator.account.to_string(), due_at, now).await?;
    Kind::queue(&mut tx, id, &[Kind::Quoted], now).await?;
    let before = audited(&record);
    let record = db::wholesale::record::load_one(&mut tx, id).await?;
    let entry = Entry::new("wholesale_quoted", "wholesale", code.as_str()).changed(before, audited(&record));
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    Ok(record)
}

fn audited(record: &Record) -> Value {
    let quote = record.quote.as_ref();
    json!({
        "status": record.state.key(),
        "version": quote.map(|quote| quote.version),
        "total": quote.map(|quote| quote.total),
        "validUntil": quote.map(|quote| quote.valid_until),
    })
}

/// Adds to the history even if the request was quoted before.
async fn become_quoted(
    tx: &mut sqlx::PgConnection,
    record: &Record,
    actor: &str,
    due_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<()> {
    let by = By { actor, reason: None };
    if !db::wholesale::set_state(tx, record.id, State::Quoted, by, due_at, now).await? {
        db::wholesale::request::set_due(tx, record.id, due_at).await?;
        db::wholesale::add_history(tx, record.id, State::Quoted, by, now).await?;
    }
    Ok(())
}

pub(super) async fn id_of(app: &App, code: &RequestCode) -> Result<i64> {
    let mut connection = app.pool.acquire().await?;
    db::wholesale::request::id_of_code(&mut connection, code).await?.ok_or(NOT_FOUND)
}

async fn lines(app: &App, context: &CallContext, terms: &Terms) -> Result<Vec<QuoteLine>> {
    let mut offers = Offers::default();
    app.catalog.fetch_offers(&mut offers, context, terms.lines.iter().map(|line| line.key)).await?;
    let mut field_errors = Vec::new();
    let mut lines = Vec::with_capacity(terms.lines.len());
    for (index, line) in terms.lines.iter().enumerate() {
        let mut refuse = |name: &str, code| {
            field_errors.push(FieldError { field: format!("lines[{index}].{name}").into(), code });
        };
        let Some(offered) = offers.take(line.key) else {
            refuse("productId", "unknown_value");
            continue;
        };
        if offered.offer.has_sizes && line.key.size.is_none() {
            refuse("sizeId", "required");
            continue;
        }
        let Some(store) = offered.product.store else {
            refuse("productId", "unknown_value");
            continue;
        };
        lines.push(QuoteLine {
            store_id: store.id,
            store_name: store.name,
            store_slug: store.slug,
            unit_price: line.unit_price,
            line_total: line.total(),
            item: Item {
                product_id: line.key.product,
                size_id: line.key.size,
                count: line.count,
                name: offered.product.name,
                slug: offered.product.slug,
                image_url: offered.product.image_url,
                size: offered.size.map(|size| size.name),
            },
        });
    }
    if field_errors.is_empty() { Ok(lines) } else { Err(Error::Invalid(field_errors)) }
}
