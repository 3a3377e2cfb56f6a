//! Cancels orders for shoppers.

use kit::{Error, Result};

use super::{Shopper, saga};
use crate::{
    App, db,
    domain::{
        checkout::Event,
        code::Code,
        order::{Actor, ChangedBy, Order},
        status::Status,
    },
};

/// Idempotent. The background worker then returns money and stock.
pub async fn cancel(app: &App, shopper: &Shopper, code: &Code, reason: Option<String>) -> Result<Order> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = db::order::id_for(&mut tx, shopper.account, code).await?.ok_or(Error::NotFound("order_not_found"))?;
    let order = saga::lock(&mut tx, id).await?;
    if order.state.can_cancel() {
        saga::step(&mut tx, &order, Event::Cancelled, &ChangedBy { actor: Actor::Shopper, reason }, now).await?;
    } else if order.state.status != Status::Cancelled {
        return Err(Error::conflict("order_not_cancellable"));
    }
    let cancelled = db::order::load_one(&mut tx, id).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(cancelled)
}
