//! Customers decline quotes; operators cancel requests.

use audit::Entry;
use kit::{Error, Result, identity::Caller};
use serde_json::json;

use super::{
    email::Kind,
    lock,
    quote::id_of,
    read::{Link, id_for},
};
use crate::{
    App,
    app::{other_person::require_other_person, saga},
    db::{
        self,
        wholesale::{By, NOT_DUE},
    },
    domain::{
        checkout::Event,
        order::{Actor, ChangedBy},
        wholesale::{State, code::RequestCode, record::Record},
    },
};

/// Idempotent.
pub async fn decline(app: &App, link: &Link, reason: Option<&str>) -> Result<Record> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = id_for(&mut tx, link).await?;
    let record = lock(&mut tx, id).await?;
    match record.state {
        State::Declined => return Ok(record),
        State::Quoted if record.order.is_none() => {}
        State::Quoted => return Err(Error::conflict("order_in_progress")),
        State::Accepted | State::Paid => return Err(Error::conflict("wholesale_accepted")),
        State::Expired => return Err(Error::conflict("wholesale_quote_expired")),
        State::Requested | State::Cancelled => return Err(Error::conflict("wholesale_not_open")),
    }
    let by = By { actor: "customer", reason };
    db::wholesale::set_state(&mut tx, id, State::Declined, by, NOT_DUE, now).await?;
    Kind::queue(&mut tx, id, &[Kind::Declined, Kind::DeskDeclined], now).await?;
    let record = db::wholesale::record::load_one(&mut tx, id).await?;
    tx.commit().await?;
    Ok(record)
}

/// Cancels the request, or the order that it became. Idempotent.
pub async fn cancel(app: &App, operator: &Caller, code: &RequestCode, reason: Option<String>) -> Result<Record> {
    let now = app.clock.now();
    let id = id_of(app, code).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let order = match db::wholesale::request::order_of(&mut tx, id).await? {
        Some(order) => Some(saga::lock(&mut tx, order).await?),
        None => None,
    };
    let record = lock(&mut tx, id).await?;
    require_other_person(operator, record.account, "conflict_of_interest")?;
    match (record.state, order) {
        (State::Cancelled, _) => {
            // The response shows personal data, so the access is audited.
            audit::insert(&mut tx, operator, Entry::read("wholesale", code.as_str()), now).await?;
            tx.commit().await?;
            return Ok(record);
        }
        (State::Requested | State::Quoted, None) if record.order.is_none() => {
            let actor = operator.account.to_string();
            let by = By { actor: &actor, reason: reason.as_deref() };
            db::wholesale::set_state(&mut tx, id, State::Cancelled, by, NOT_DUE, now).await?;
            Kind::queue(&mut tx, id, &[Kind::Cancelled], now).await?;
        }
        (State::Accepted | State::Paid, Some(order)) if order.state.can_cancel() => {
            let by = ChangedBy { actor: Actor::Operator(operator.account), reason };
            saga::step(&mut tx, &order, Event::Cancelled, &by, now).await?;
        }
        (State::Accepted | State::Paid, Some(_)) => return Err(Error::conflict("order_not_cancellable")),
        // The customer is accepting the quote just now.
        (State::Quoted | State::Accepted | State::Paid, _) => return Err(Error::conflict("order_in_progress")),
        _ => return Err(Error::conflict("wholesale_not_open")),
    }
    let before = record.state;
    let record = db::wholesale::record::load_one(&mut tx, id).await?;
    let entry = Entry::new("wholesale_cancelled", "wholesale", code.as_str())
        .changed(json!({"status": before.key()}), json!({"status": record.state.key()}));
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(record)
}
