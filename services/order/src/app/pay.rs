//! Begins another payment attempt of an order.

use audit::Entry;
use kit::{Error, Result, identity::Caller};
use serde_json::json;

use super::{
    order_limits,
    other_person::require_other_person,
    place::{Payable, payable},
    saga::{self, Locked},
};
use crate::{
    App, db,
    domain::{
        checkout::Event,
        code::Code,
        method::Method,
        order::{Actor, ChangedBy, Request},
    },
};

#[derive(Clone, Copy)]
pub enum Payer<'a> {
    /// The account of the order.
    Shopper(i64),
    /// For a customer on the phone.
    Staff(&'a Caller),
}

/// Idempotent by the request's key.
pub async fn pay(app: &App, payer: Payer<'_>, code: &Code, method: Method, request: &Request) -> Result<Payable> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = match payer {
        Payer::Shopper(account) => db::order::id_for(&mut tx, account, code).await?,
        Payer::Staff(_) => db::order_search::id_of_code(&mut tx, code).await?,
    };
    let id = id.ok_or(Error::NotFound("order_not_found"))?;
    let limit_check = match (payer, method) {
        (Payer::Shopper(account), Method::Cash) => {
            order_limits::check_change_to_cash(app, &mut tx, account, id).await?
        }
        _ => Ok(()),
    };
    // Locked after the limits' rows, as when an order is placed.
    let order = saga::lock(&mut tx, id).await?;
    if let Payer::Staff(operator) = payer {
        require_other_person(operator, order.account, "conflict_of_interest")?;
    }
    match db::pay_request::find(&mut tx, id, &request.key).await? {
        Some(hash) if hash != request.hash => return Err(Error::conflict("idempotency_key_reused")),
        // Releases the lock before the bank is called.
        Some(_) => {
            if let Payer::Staff(operator) = payer {
                audit::insert(&mut tx, operator, Entry::read("order", code.as_str()), now).await?;
            }
            tx.commit().await?;
        }
        None => {
            check_payable(&order, payer, method)?;
            limit_check.map_err(order_limits::refuse)?;
            let attempt = order.state.attempt + 1;
            db::pay_request::insert(&mut tx, id, request, attempt).await?;
            // The deadline of a wholesale order does not move.
            let pay_until =
                if order.is_wholesale { order.pay_until } else { Some(app.payment_time.until(order.placed_at, now)) };
            let order = Locked { pay_until, ..order };
            let by = match payer {
                Payer::Shopper(_) => saga::shopper(),
                Payer::Staff(operator) => ChangedBy::of(Actor::Operator(operator.account)),
            };
            saga::step(&mut tx, &order, Event::PayAgain { attempt, method }, &by, now).await?;
            if let Payer::Staff(operator) = payer {
                let entry = Entry::new("payment_link_created", "order", code.as_str())
                    .changed(json!({"method": order.state.method.name()}), json!({"method": method.name()}));
                audit::insert(&mut tx, operator, entry, now).await?;
            }
            tx.commit().await?;
            app.notifier.notify();
        }
    }
    payable(app, id).await
}

fn check_payable(order: &Locked, payer: Payer<'_>, method: Method) -> Result<()> {
    if !order.state.can_pay() {
        let is_paid = order.state.payment.is_received();
        return Err(Error::conflict(if is_paid { "order_already_paid" } else { "order_not_payable" }));
    }
    // A wholesale customer pays by the link of the request, because a change to card would refuse a transfer.
    let is_for_staff = matches!(payer, Payer::Staff(_));
    if order.is_wholesale && (is_for_staff || method != Method::Card) {
        return Err(Error::conflict("order_not_payable"));
    }
    if method.missing(order.state.total).is_some() {
        return Err(Error::conflict("installment_below_minimum"));
    }
    Ok(())
}
