//! Begins another payment attempt of an order.

use kit::{Error, Result};

use super::{
    Shopper, order_limits,
    place::{Payable, payable},
    saga::{self, Locked},
};
use crate::{
    App, db,
    domain::{checkout::Event, code::Code, method::Method, order::Request},
};

/// Idempotent by the request's key.
pub async fn pay(app: &App, shopper: &Shopper, code: &Code, method: Method, request: &Request) -> Result<Payable> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = db::order::id_for(&mut tx, shopper.account, code).await?.ok_or(Error::NotFound("order_not_found"))?;
    let limit_check = match method {
        Method::Cash => order_limits::check_change_to_cash(app, &mut tx, shopper.account, id).await?,
        _ => Ok(()),
    };
    // Locked after the limits' rows, as when an order is placed.
    let order = saga::lock(&mut tx, id).await?;
    match db::pay_request::find(&mut tx, id, &request.key).await? {
        Some(hash) if hash != request.hash => return Err(Error::conflict("idempotency_key_reused")),
        // Releases the lock before the bank is called.
        Some(_) => tx.rollback().await?,
        None => {
            check_payable(&order, method)?;
            limit_check.map_err(order_limits::refuse)?;
            let attempt = order.state.attempt + 1;
            db::pay_request::insert(&mut tx, id, request, attempt).await?;
            // The deadline of a wholesale order does not move.
            let pay_until =
                if order.is_wholesale { order.pay_until } else { Some(app.payment_time.until(order.placed_at, now)) };
            let order = Locked { pay_until, ..order };
            saga::step(&mut tx, &order, Event::PayAgain { attempt, method }, &saga::shopper(), now).await?;
            tx.commit().await?;
            app.notifier.notify();
        }
    }
    payable(app, id).await
}

fn check_payable(order: &Locked, method: Method) -> Result<()> {
    if !order.state.can_pay() {
        let is_paid = order.state.payment.is_received();
        return Err(Error::conflict(if is_paid { "order_already_paid" } else { "order_not_payable" }));
    }
    if order.is_wholesale && method != Method::Card {
        return Err(Error::conflict("order_not_payable"));
    }
    if method.missing(order.state.total).is_some() {
        return Err(Error::conflict("installment_below_minimum"));
    }
    Ok(())
}
