//! Places an order: inserts it, reserves its stock, and accepts it or sends the shopper to the bank. After a crash a
//! repeated request resumes the order; otherwise the worker (`app/order_jobs.rs`) cancels it.
//!
//! The shopper sends a quote, the shop's signed statement of the cost. If anything differs from it, no order is placed.

mod changes;
mod draft;
mod outcome;
mod phone;
mod reserve_step;
mod write;

use std::sync::Arc;

use kit::{Error, Result, telemetry::trace_context};

pub use changes::Change;
pub use outcome::{Payable, Placed, payable};
pub use phone::{CheckedPhoneOrder, PhoneDraft, PhoneOrder, check as check_phone_order, place as place_phone_order};
pub use reserve_step::ReserveStep;
pub use write::Write;

use self::{
    changes::changes_of,
    draft::{Draft, Written},
    reserve_step::ReservedOrder,
    write::NotWritten,
};
use super::{Shopper, check::assess, influencer, order_limits, saga};
use crate::{
    App,
    db::{self, order::KnownOrder, order_line::LineCount},
    domain::{
        check::Intent,
        checkout::{Event, Stage},
        order::{Recipient, Request, Shortage},
        quote::{Quote, Untrusted},
    },
    stock::Reserved,
};

pub struct PlaceOrder {
    pub quote: String,
    pub intent: Intent,
    /// `None` if the shopper receives the order.
    pub other: Option<Recipient>,
    pub note: Option<String>,
    pub card_text: Option<String>,
    pub request: Request,
}

/// Idempotent by the request's key.
pub async fn place(app: &App, shopper: &Shopper, wanted: &PlaceOrder) -> Result<Placed> {
    // A repeated request finds an empty cart or an old quote, but gets the first result.
    let draft = match prepare(app, shopper, wanted).await {
        Ok(Prepared::Draft(draft)) => draft,
        Ok(Prepared::Changed(changes)) => {
            return first_result_or(app, shopper, wanted, Ok(Placed::Changed(changes))).await;
        }
        Err(error) => return first_result_or(app, shopper, wanted, Err(error)).await,
    };
    match insert(app, &draft).await? {
        Ok(written) => accept(app, &draft, written).await,
        Err(not_written) => not_placed(app, shopper, wanted, not_written).await,
    }
}

enum Prepared {
    Draft(Arc<Draft>),
    /// Lists the changes since the quote.
    Changed(Vec<Change>),
}

async fn prepare(app: &App, shopper: &Shopper, wanted: &PlaceOrder) -> Result<Prepared> {
    let quote = verify_quote(app, &wanted.quote, shopper.account)?;
    let (assessment, person) =
        tokio::try_join!(assess(app, shopper, &wanted.intent), app.auth.person(&shopper.context))?;
    let changes = changes_of(&assessment, &quote, &wanted.intent)?;
    if !changes.is_empty() {
        return Ok(Prepared::Changed(changes));
    }
    let referred = influencer::attribute(app, shopper, &assessment, wanted.intent.address).await;
    let exceptions = app.returns.all().await?;
    let draft = Draft::of(app, shopper, wanted, assessment, person, referred, &exceptions)?;
    Ok(Prepared::Draft(Arc::new(draft)))
}

fn verify_quote(app: &App, quote: &str, account: i64) -> Result<Quote> {
    app.quote_key.verify(quote, account, app.clock.now()).map_err(|untrusted| match untrusted {
        Untrusted::Expired => Error::conflict("quote_expired"),
        Untrusted::Forged | Untrusted::NotYours => Error::invalid("quote", "invalid"),
    })
}

async fn insert(app: &App, draft: &Arc<Draft>) -> Result<Result<Written, NotWritten>> {
    let write = || app.batches.writes.load(Write(Arc::clone(draft)));
    match write().await? {
        // An abandoned order of the same shopper blocks this one, so it is cancelled first.
        Err(NotWritten::AnotherOrderInProgress) if cancel_abandoned(app, draft.account).await? => write().await,
        written => Ok(written),
    }
}

async fn accept(app: &App, draft: &Draft, written: Written) -> Result<Placed> {
    let lines: Vec<_> = draft.lines.iter().map(|line| LineCount { key: line.key(), count: line.count }).collect();
    match reserve_stock(app, written.order_id, written.code.as_str(), &lines, None).await? {
        Progress::Accepted(reserved_order) => Ok(outcome::accepted(draft.as_placed(written, &reserved_order))),
        progress => outcome_of(app, written.order_id, progress).await,
    }
}

async fn not_placed(app: &App, shopper: &Shopper, wanted: &PlaceOrder, not_written: NotWritten) -> Result<Placed> {
    match not_written {
        NotWritten::Changed(changes) => {
            // A cached zone may still offer a slot that is full.
            app.zones.forget();
            Ok(Placed::Changed(changes))
        }
        // A concurrent request has changed the cart.
        NotWritten::CartChanged => match prepare(app, shopper, wanted).await? {
            Prepared::Draft(_) => Err(Error::conflict("cart_changed")),
            Prepared::Changed(changes) => Ok(Placed::Changed(changes)),
        },
        NotWritten::AnotherOrderInProgress => Err(Error::conflict("order_in_progress")),
        // The first of two equal requests may have used up the budget.
        NotWritten::Exceeded(exceeded) => match find_known(app, shopper, &wanted.request).await? {
            Some(known) => resume(app, known, None).await,
            None => Err(order_limits::refuse(exceeded)),
        },
        NotWritten::AlreadyProcessed => {
            first_result_or(app, shopper, wanted, Err(Error::conflict("order_failed"))).await
        }
    }
}

/// Resumes the order of an earlier request with the same key, if there is one.
async fn first_result_or(
    app: &App,
    shopper: &Shopper,
    wanted: &PlaceOrder,
    otherwise: Result<Placed>,
) -> Result<Placed> {
    match find_known(app, shopper, &wanted.request).await? {
        Some(known) => resume(app, known, None).await,
        None => otherwise,
    }
}

/// Finds the order of an earlier request with the same key.
async fn find_known(app: &App, shopper: &Shopper, request: &Request) -> Result<Option<KnownOrder>> {
    let query = db::order::RequestQuery { account: shopper.account, key: request.key.clone() };
    match app.batches.requests.load(query).await? {
        Some(known) if known.hash != request.hash => Err(Error::conflict("idempotency_key_reused")),
        known => Ok(known),
    }
}

/// `taken_by` is the account of the member of staff who took the order on the phone.
async fn resume(app: &App, known: KnownOrder, taken_by: Option<i64>) -> Result<Placed> {
    match known.stage {
        Some(Stage::Placed) => {
            let lines = {
                let mut connection = app.pool.acquire().await?;
                db::order_line::counts(&mut connection, known.order_id).await?
            };
            let progress = reserve_stock(app, known.order_id, &known.code, &lines, taken_by).await?;
            outcome_of(app, known.order_id, progress).await
        }
        Some(Stage::Refused) => match known.shortages {
            Some(shortages) => Ok(Placed::Changed(shortages.into_iter().map(Change::short).collect())),
            None => Err(Error::conflict("order_failed")),
        },
        _ => outcome::ordered(app, known.order_id).await,
    }
}

/// Returns whether a new order can be placed.
async fn cancel_abandoned(app: &App, account: i64) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some((order, due_at)) = db::order::being_placed_for(&mut tx, account).await? else { return Ok(true) };
    if due_at.is_some_and(|due_at| due_at > now) {
        return Ok(false);
    }
    saga::apply(&mut tx, order, Event::CalledOff, now).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(true)
}

enum Progress {
    Accepted(ReservedOrder),
    Short(Vec<Shortage>),
    /// The order awaits payment, or a faster concurrent request has moved it.
    Other,
}

async fn reserve_stock(
    app: &App,
    order_id: i64,
    code: &str,
    lines: &[LineCount],
    taken_by: Option<i64>,
) -> Result<Progress> {
    let reserved = app.stock.reserve(code, lines, app.payment_time.reservation_period().num_seconds()).await?;
    match reserved {
        Reserved::Held => {
            let step = ReserveStep {
                order_id,
                taken_by,
                payment_time: app.payment_time,
                now: app.clock.now(),
                traceparent: trace_context::current(),
            };
            let Some(reserved_order) = app.batches.reserve_steps.load(step).await? else { return Ok(Progress::Other) };
            if let Some(due) = &reserved_order.due {
                app.notifier.hand_over(due.clone());
            }
            let is_accepted = reserved_order.is_first && reserved_order.state.stage == Stage::Accepted;
            Ok(if is_accepted { Progress::Accepted(reserved_order) } else { Progress::Other })
        }
        Reserved::Short(shortages) => {
            let is_ours = refuse(app, order_id, Event::Short, &shortages).await?;
            Ok(if is_ours { Progress::Short(shortages) } else { Progress::Other })
        }
        Reserved::CalledOff => {
            refuse(app, order_id, Event::CalledOff, &[]).await?;
            Ok(Progress::Other)
        }
    }
}

async fn outcome_of(app: &App, order_id: i64, progress: Progress) -> Result<Placed> {
    match progress {
        Progress::Short(shortages) => Ok(Placed::Changed(shortages.into_iter().map(Change::short).collect())),
        Progress::Accepted(_) | Progress::Other => outcome::ordered(app, order_id).await,
    }
}

/// Returns `false` if a concurrent request was faster.
async fn refuse(app: &App, order_id: i64, event: Event, shortages: &[Shortage]) -> Result<bool> {
    let mut connection = app.warm_pool.acquire().await?;
    let mut tx = connection.begin().await?;
    let order = saga::lock(&mut tx, order_id).await?;
    let is_first = order.state.stage == Stage::Placed;
    saga::step(&mut tx, &order, event, &saga::shopper(), app.clock.now()).await?;
    if is_first && !shortages.is_empty() {
        db::order::keep_shortages(&mut tx, order_id, shortages).await?;
    }
    tx.commit().await?;
    connection.release();
    app.notifier.notify();
    Ok(is_first)
}
