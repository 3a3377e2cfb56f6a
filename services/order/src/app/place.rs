//! Placing an order. It is written down first, with the promo code and the slot it takes; then the stock is held; then it is
//! accepted, or its shopper is sent to the bank. Between any two of these the process may die: whoever comes with the same
//! request goes on where it stopped, and when nobody does the order is called off (`app/errands.rs`).

mod answer;
mod changes;
mod draft;

use kit::{Error, Result};
use sqlx::Connection as _;

pub use answer::{Payable, Placed, payable};
pub use changes::Change;

use self::{changes::changes_of, draft::Draft};
use super::{Shopper, check::assess, saga};
use crate::{
    App,
    db::{self, order::Known, order_line::Held},
    domain::{
        check::Intent,
        checkout::{Event, Stage},
        order::{Recipient, Request},
        quote::{Quote, Untrusted},
    },
    stock::Reserved,
};

/// What a shopper orders: the cart, and all this.
pub struct Wish {
    pub quote: String,
    pub intent: Intent,
    /// The shopper, when it is for nobody else.
    pub other: Option<Recipient>,
    pub note: Option<String>,
    pub card_text: Option<String>,
    pub request: Request,
}

pub async fn place(app: &App, shopper: &Shopper, wish: &Wish) -> Result<Placed> {
    if let Some(known) = known(app, shopper, &wish.request).await? {
        return resume(app, known).await;
    }
    let quote = trusted(app, shopper, wish)?;
    let (assessment, recipient) = tokio::try_join!(assess(app, shopper, &wish.intent), recipient(app, shopper, wish))?;
    let changes = changes_of(&assessment, &quote, &wish.intent)?;
    if !changes.is_empty() {
        return Ok(Placed::Changed(changes));
    }
    let draft = Draft::of(app, shopper, wish, assessment, recipient)?;
    let written = match write(app, &draft).await? {
        Written::Barred if make_way(app, shopper.account).await? => write(app, &draft).await?,
        written => written,
    };
    match written {
        Written::Order { order_id, code } => {
            let lines: Vec<_> = draft.lines.iter().map(|line| Held { key: line.key(), count: line.count }).collect();
            go_on(app, order_id, &code, &lines).await
        }
        Written::Changed(changes) if !changes.is_empty() => Ok(Placed::Changed(changes)),
        Written::Changed(_) => {
            // Another tab was quicker: what is in the cart now is not what was quoted.
            let assessment = assess(app, shopper, &wish.intent).await?;
            let changes = changes_of(&assessment, &quote, &wish.intent)?;
            if changes.is_empty() { Err(Error::conflict("cart_changed")) } else { Ok(Placed::Changed(changes)) }
        }
        Written::Barred => Err(Error::conflict("order_in_progress")),
        Written::Known => match known(app, shopper, &wish.request).await? {
            Some(known) => resume(app, known).await,
            None => Err(Error::conflict("order_failed")),
        },
    }
}

async fn known(app: &App, shopper: &Shopper, request: &Request) -> Result<Option<Known>> {
    let mut connection = app.lender.lend().await?;
    let known = db::order::of_request_for(&mut connection, shopper.account, &request.key).await?;
    connection.done();
    match known {
        Some(known) if known.hash != request.hash => Err(Error::conflict("idempotency_key_reused")),
        known => Ok(known),
    }
}

fn trusted(app: &App, shopper: &Shopper, wish: &Wish) -> Result<Quote> {
    app.quote_key.verify(&wish.quote, shopper.account, app.clock.now()).map_err(|untrusted| match untrusted {
        Untrusted::Expired => Error::conflict("quote_expired"),
        Untrusted::Forged | Untrusted::NotYours => Error::invalid("quote", "invalid"),
    })
}

async fn recipient(app: &App, shopper: &Shopper, wish: &Wish) -> Result<Recipient> {
    if let Some(other) = &wish.other {
        return Ok(other.clone());
    }
    let person = app.auth.person(&shopper.on_behalf).await?;
    if person.phone_number.is_empty() {
        // The courier has to find somebody.
        return Err(Error::invalid("recipient.phoneNumber", "required"));
    }
    let (first_name, last_name, phone_number) = (person.first_name, person.last_name, person.phone_number);
    Ok(Recipient { first_name, last_name, phone_number })
}

/// The request was here before: the same answer, or the rest of what was begun.
async fn resume(app: &App, known: Known) -> Result<Placed> {
    match known.stage {
        Some(Stage::Placed) => {
            let lines = {
                let mut connection = app.pool.acquire().await?;
                db::order_line::held(&mut connection, known.order_id).await?
            };
            go_on(app, known.order_id, &known.code, &lines).await
        }
        Some(Stage::Refused) => match known.shortages {
            Some(shortages) => Ok(Placed::Changed(shortages.into_iter().map(Change::short).collect())),
            None => Err(Error::conflict("order_failed")),
        },
        _ => answer::ordered(app, known.order_id).await,
    }
}

enum Written {
    Order {
        order_id: i64,
        code: String,
    },
    /// Nothing was written: this was taken meanwhile. Nothing is named when it is the cart that changed.
    Changed(Vec<Change>),
    /// The same request was quicker.
    Known,
    /// Another order of this account is being placed.
    Barred,
}

async fn write(app: &App, draft: &Draft) -> Result<Written> {
    let mut connection = app.lender.lend().await?;
    let mut tx = connection.begin().await?;
    let inserted = draft.insert(&mut tx).await;
    match refused_by(&inserted) {
        Some("purchase_request_key") => return Ok(Written::Known),
        Some("purchase_being_placed") => return Ok(Written::Barred),
        _ => {}
    }
    let (order_id, code) = inserted?;
    if !db::order_line::insert_for(&mut tx, draft.account, order_id, &draft.lines, &draft.parts).await? {
        return Ok(Written::Changed(vec![]));
    }
    if let Some(promo) = &draft.promo
        && db::promo::take(&mut tx, promo.promo_id, draft.account, order_id, draft.now).await?.is_some()
    {
        return Ok(Written::Changed(vec![Change::promo(promo.discount)]));
    }
    if let Some(slot) = &draft.slot
        && !db::slot::book(&mut tx, slot).await?
    {
        return Ok(Written::Changed(vec![Change::delivery(draft.amounts.delivery_fee)]));
    }
    tx.commit().await?;
    connection.done();
    Ok(Written::Order { order_id, code: code.as_str().to_owned() })
}

fn refused_by<T>(outcome: &sqlx::Result<T>) -> Option<&str> {
    let Err(sqlx::Error::Database(cause)) = outcome else { return None };
    cause.constraint()
}

/// An order that was left behind half placed bars the way for no longer than it has to; whether one did.
async fn make_way(app: &App, account: i64) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let Some((order, due_at)) = db::order::being_placed_for(&mut tx, account).await? else { return Ok(true) };
    if due_at.is_some_and(|due_at| due_at > now) {
        return Ok(false);
    }
    saga::happen(&mut tx, order, Event::CalledOff, now).await?;
    tx.commit().await?;
    app.bell.ring();
    Ok(true)
}

/// Holds the stock of an order that is written down, and answers with what it has become. The second of two who are here at
/// once finds that the first was quicker.
async fn go_on(app: &App, order_id: i64, code: &str, lines: &[Held]) -> Result<Placed> {
    let reserved = app.stock.reserve(code, lines, app.payment_time.hold().num_seconds()).await?;
    let now = app.clock.now();
    let mut connection = app.lender.lend().await?;
    let mut tx = connection.begin().await?;
    let order = saga::lock(&mut tx, order_id).await?;
    let is_placed = order.state.stage == Stage::Placed;
    let by = saga::shopper();
    match &reserved {
        Reserved::Held => {
            let order = saga::Locked { pay_until: Some(app.payment_time.until(order.placed_at, now)), ..order };
            saga::step(&mut tx, &order, Event::Reserved, &by, now).await?;
            if is_placed {
                db::order_line::leave_cart(&mut tx, order_id, now).await?;
            }
        }
        Reserved::Short(shortages) => {
            saga::step(&mut tx, &order, Event::Short, &by, now).await?;
            if is_placed {
                db::order::keep_shortages(&mut tx, order_id, shortages).await?;
            }
        }
        Reserved::CalledOff => {
            saga::step(&mut tx, &order, Event::CalledOff, &by, now).await?;
        }
    }
    tx.commit().await?;
    connection.done();
    app.bell.ring();
    match reserved {
        Reserved::Short(shortages) if is_placed => {
            Ok(Placed::Changed(shortages.into_iter().map(Change::short).collect()))
        }
        _ => answer::ordered(app, order_id).await,
    }
}
