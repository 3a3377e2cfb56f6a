//! Accepts a quote and inserts its order in one transaction, then reserves the stock. If there is not enough, the order
//! is refused and the quote can be accepted again.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result, client::CallContext};
use rand::Rng as _;
use sqlx::PgConnection;

use super::{
    lock,
    read::{Link, id_for, open},
};
use crate::{
    App,
    app::saga::{self, Locked},
    catalog::Offers,
    db::{
        self,
        order_line::LineCount,
        wholesale::order::{NewWholesaleOrder, attach},
    },
    domain::{
        baku,
        cart::LineKey,
        checkout::{Event, Stage},
        code::{self, Code, Length},
        method::Method,
        order::{Address, Amounts, Recipient, Request},
        returns::{Reason, exception_of},
        wholesale::{
            State, days,
            record::{Quote, Record},
        },
    },
    stock::Reserved,
};

const PLACING_TIMEOUT: TimeDelta = TimeDelta::seconds(20);

pub struct Acceptance {
    pub version: i32,
    pub method: Method,
    pub address: Address,
    pub request: Request,
}

/// Idempotent by the request's key.
pub async fn accept(app: &App, link: &Link, acceptance: &Acceptance) -> Result<Record> {
    if acceptance.method == Method::Transfer && app.wholesale.seller.is_none() {
        return Err(Error::conflict("transfer_unavailable"));
    }
    let return_exceptions = return_exceptions(app, link).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let inserted = match insert_accepted_order(&mut tx, link, acceptance, &return_exceptions, app.clock.now()).await {
        Ok(inserted) => inserted,
        Err(refused) => {
            // A dropped transaction keeps its lock until the connection is used again, and `skip locked` queries would
            // miss the request.
            tx.rollback().await?;
            return Err(refused);
        }
    };
    tx.commit().await?;
    if let Some(InsertedOrder { id, code }) = inserted {
        reserve(app, id, &code, acceptance.method).await?;
    }
    open(app, link).await
}

async fn return_exceptions(app: &App, link: &Link) -> Result<HashMap<i64, Reason>> {
    let Some(quote) = open(app, link).await?.quote else { return Ok(HashMap::new()) };
    let keys: Vec<_> =
        quote.lines.iter().map(|line| LineKey { product: line.item.product_id, size: line.item.size_id }).collect();
    let mut offers = Offers::default();
    app.catalog.fetch_offers(&mut offers, &CallContext::default(), keys.iter().copied()).await?;
    let exceptions = app.returns.all().await?;
    let reason = |key: LineKey| exception_of(&exceptions, &offers.get(key)?.categories);
    Ok(keys.into_iter().filter_map(|key| Some((key.product, reason(key)?))).collect())
}

struct InsertedOrder {
    id: i64,
    code: String,
}

/// Returns `None` if the request was already processed.
async fn insert_accepted_order(
    tx: &mut PgConnection,
    link: &Link,
    acceptance: &Acceptance,
    return_exceptions: &HashMap<i64, Reason>,
    now: DateTime<Utc>,
) -> Result<Option<InsertedOrder>> {
    let id = id_for(tx, link).await?;
    let record = lock(tx, id).await?;
    if let Some((key, hash)) = &record.accepted_by
        && *key == acceptance.request.key
    {
        if *hash != acceptance.request.hash {
            return Err(Error::conflict("idempotency_key_reused"));
        }
        if record.state != State::Quoted {
            return Ok(None);
        }
    }
    let quote = acceptable(&record, acceptance, now)?;
    if acceptance.method == Method::Transfer && record.customer.company.is_none() {
        // An invoice names its payer by VÖEN (tax number).
        return Err(Error::conflict("transfer_needs_company"));
    }
    let order = insert(tx, &record, quote, acceptance, return_exceptions, now).await?;
    attach(tx, id, order.id, &acceptance.request).await?;
    db::wholesale::quote::set_accepted(tx, id, Some(now)).await?;
    Ok(Some(order))
}

fn acceptable<'a>(record: &'a Record, acceptance: &Acceptance, now: DateTime<Utc>) -> Result<&'a Quote> {
    let refused = match record.state {
        State::Quoted if record.order.is_some() => "order_in_progress",
        State::Quoted => {
            let quote = record.quote.as_ref().ok_or_else(|| Error::conflict("wholesale_not_open"))?;
            if quote.valid_until <= now {
                "wholesale_quote_expired"
            } else if quote.version != acceptance.version {
                "wholesale_quote_changed"
            } else {
                return Ok(quote);
            }
        }
        State::Expired => "wholesale_quote_expired",
        State::Accepted | State::Paid => "wholesale_accepted",
        State::Requested | State::Declined | State::Cancelled => "wholesale_not_open",
    };
    Err(Error::conflict(refused))
}

async fn insert(
    tx: &mut PgConnection,
    record: &Record,
    quote: &Quote,
    acceptance: &Acceptance,
    return_exceptions: &HashMap<i64, Reason>,
    now: DateTime<Utc>,
) -> Result<InsertedOrder> {
    let lines = quote.order_lines(return_exceptions);
    let parts = quote.order_parts();
    let request = Request {
        // The quote may be accepted again after stock was short.
        key: format!("wholesale/{}/{:016x}", record.code.as_str(), rand::thread_rng().r#gen::<u64>()),
        hash: acceptance.request.hash,
    };
    let recipient = recipient(record);
    // The courier calls the person who made the request.
    let address = Address { phone_number: Some(record.customer.phone_number.clone()), ..acceptance.address.clone() };
    let new = NewWholesaleOrder {
        account: record.account,
        request: &request,
        language: record.language.code(),
        method: acceptance.method,
        amounts: Amounts {
            subtotal: quote.goods,
            discount: 0,
            promo_discount: 0,
            delivery_fee: quote.delivery_fee,
            bonus_spent: 0,
            bonus_returned: 0,
            total: quote.total,
            vat: quote.vat,
        },
        recipient: &recipient,
        address: &address,
        note: record.note.as_deref(),
        lines: &lines,
        parts: &parts,
        placed_at: now,
        due_at: now + PLACING_TIMEOUT,
    };
    insert_with_unused_code(tx, &new).await
}

async fn insert_with_unused_code(tx: &mut PgConnection, new: &NewWholesaleOrder<'_>) -> Result<InsertedOrder> {
    for attempt in 0..code::MAX_TRIES {
        let code = Code::from_random(Length::of_attempt(attempt), rand::thread_rng().r#gen());
        match db::wholesale::order::insert(tx, &code, new).await {
            Ok(Some(id)) => return Ok(InsertedOrder { id, code: code.as_str().to_owned() }),
            Ok(None) => {}
            Err(sqlx::Error::Database(cause)) if cause.constraint() == Some("purchase_being_placed") => {
                return Err(Error::conflict("order_in_progress"));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Error::internal(anyhow::anyhow!("no unused order code was found")))
}

fn recipient(record: &Record) -> Recipient {
    let customer = &record.customer;
    let (first_name, last_name) = match customer.name.split_once(' ') {
        Some((first, last)) => (first, last.trim()),
        None => (&*customer.name, customer.company.as_ref().map_or("", |company| &*company.name)),
    };
    Recipient {
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        phone_number: customer.phone_number.clone(),
    }
}

async fn reserve(app: &App, order: i64, code: &str, method: Method) -> Result<()> {
    let now = app.clock.now();
    let pay_until = days::end_of_term(now, app.wholesale.payment_days);
    let lines: Vec<LineCount> = {
        let mut connection = app.pool.acquire().await?;
        db::order_line::counts(&mut connection, order).await?
    };
    match app.stock.reserve(code, &lines, days::reservation_period(now, pay_until).num_seconds()).await? {
        Reserved::Held => {
            let payment = AwaitedPayment { until: pay_until, method };
            step(app, order, Event::Reserved, Some(payment)).await?;
            Ok(())
        }
        Reserved::Short(shortages) => {
            step(app, order, Event::Short, None).await?;
            let short: Vec<_> = shortages.iter().map(|short| short.product_id.to_string()).collect();
            Err(Error::conflict_with("not_enough_stock", vec![("products", short.join(","))]))
        }
        Reserved::CalledOff => {
            step(app, order, Event::CalledOff, None).await?;
            Err(Error::conflict("order_failed"))
        }
    }
}

struct AwaitedPayment {
    until: DateTime<Utc>,
    method: Method,
}

async fn step(app: &App, order: i64, event: Event, payment: Option<AwaitedPayment>) -> Result<()> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let locked = saga::lock(&mut tx, order).await?;
    let is_first = locked.state.stage == Stage::Placed;
    let locked = Locked { pay_until: payment.as_ref().map(|payment| payment.until), ..locked };
    saga::step(&mut tx, &locked, event, &saga::shopper(), now).await?;
    if is_first && payment.is_some_and(|payment| payment.method == Method::Transfer) {
        let id = db::wholesale::request::id_of_order(&mut tx, order).await?;
        let id = id.ok_or_else(|| Error::internal(anyhow::anyhow!("the order has no wholesale request")))?;
        db::wholesale::request::issue_invoice(&mut tx, id, baku::local(now).date(), now).await?;
    }
    tx.commit().await?;
    app.notifier.notify();
    Ok(())
}
