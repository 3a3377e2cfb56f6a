//! Begins another payment of a wholesale order.

use kit::{Error, Result};

use super::read::{Link, id_for};
use crate::{
    App,
    app::saga,
    db,
    domain::{baku, checkout::Event, method::Method, order::Request, wholesale::record::Record},
};

/// Idempotent by the request's key.
pub async fn pay(app: &App, link: &Link, method: Method, request: &Request) -> Result<Record> {
    if method == Method::Transfer && app.wholesale.seller.is_none() {
        return Err(Error::conflict("transfer_unavailable"));
    }
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = id_for(&mut tx, link).await?;
    let order = db::wholesale::request::order_of(&mut tx, id).await?;
    let order = order.ok_or_else(|| Error::conflict("wholesale_not_open"))?;
    let locked = saga::lock(&mut tx, order).await?;
    let record = super::lock(&mut tx, id).await?;
    if let Some(hash) = db::pay_request::find(&mut tx, order, &request.key).await? {
        let is_same = hash == request.hash;
        return if is_same { Ok(record) } else { Err(Error::conflict("idempotency_key_reused")) };
    }
    if !locked.state.can_pay() {
        let is_paid = locked.state.payment.is_received();
        return Err(Error::conflict(if is_paid { "order_already_paid" } else { "order_not_payable" }));
    }
    if method == Method::Transfer && record.customer.company.is_none() {
        return Err(Error::conflict("transfer_needs_company"));
    }
    let received = db::wholesale::transfer::sums(&mut tx, order).await?.received;
    if method == Method::Card && received > 0 {
        // A card is charged for the whole order.
        return Err(Error::conflict("transfer_begun"));
    }
    let attempt = locked.state.attempt + 1;
    db::pay_request::insert(&mut tx, order, request, attempt).await?;
    saga::step(&mut tx, &locked, Event::PayAgain { attempt, method }, &saga::shopper(), now).await?;
    if method == Method::Transfer {
        db::wholesale::request::issue_invoice(&mut tx, id, baku::local(now).date(), now).await?;
    }
    let record = db::wholesale::record::load_one(&mut tx, id).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(record)
}
