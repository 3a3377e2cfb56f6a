//! The outcome of placing an order.

use kit::{Error, Result};

use super::Change;
use crate::{
    App,
    app::payment,
    db::order::OrderQuery,
    domain::{checkout::Stage, order::Order, payment::Payment},
};

pub enum Placed {
    Ordered(Box<Payable>),
    Changed(Vec<Change>),
}

pub struct Payable {
    pub order: Order,
    /// `None` if nothing is to be paid now, or the bank has opened no page.
    pub redirect_url: Option<String>,
}

pub(super) fn accepted(order: Order) -> Placed {
    Placed::Ordered(Box::new(Payable { order, redirect_url: None }))
}

pub(super) async fn ordered(app: &App, order: i64) -> Result<Placed> {
    payable(app, order).await.map(|payable| Placed::Ordered(Box::new(payable)))
}

/// Opens a payment page if the order awaits payment. If the bank does not answer, the order can be paid later.
pub async fn payable(app: &App, order: i64) -> Result<Payable> {
    let order = load(app, order).await?;
    if order.state.stage == Stage::Refused {
        return Err(Error::conflict("order_failed"));
    }
    if (order.state.stage, order.state.payment) != (Stage::Paying, Payment::Pending) {
        return Ok(Payable { order, redirect_url: None });
    }
    match payment::open(app, order.order_id, order.state.attempt).await {
        Ok(redirect_url) => {
            // Opening may have ended the attempt.
            let order = if redirect_url.is_none() { load(app, order.order_id).await? } else { order };
            Ok(Payable { order, redirect_url })
        }
        Err(error) => {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, order.id = order.order_id, "The bank opened no payment for order {}", order.code);
            Ok(Payable { order, redirect_url: None })
        }
    }
}

async fn load(app: &App, order: i64) -> Result<Order> {
    app.batches.orders.load(OrderQuery(order)).await?.ok_or(Error::NotFound("order_not_found"))
}
