//! The events that this service publishes. `account_events.rs` handles the events of other services.

mod current;

use outbox::Event;
use proto::order::{BonusesExpiring, CashoutEnded, DeliveredLine, OrderDelivered, OrderMoved, OrderPaid};

pub use current::Current;

use crate::db::order_line::Held;

/// An order was placed, or its status changed.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Moved(pub OrderMoved);

impl Event for Moved {
    const KIND: &'static str = "order_moved";
}

/// An order was paid, its payment failed, or money was refunded.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Paid(pub OrderPaid);

impl Event for Paid {
    const KIND: &'static str = "order_paid";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Delivered(pub OrderDelivered);

impl Event for Delivered {
    const KIND: &'static str = "order_delivered";
}

pub fn lines_of(lines: &[Held]) -> Vec<DeliveredLine> {
    let lines = lines.iter().map(|line| DeliveredLine {
        product_id: line.key.product,
        size_id: line.key.size,
        count: line.count,
    });
    lines.collect()
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Expiring(pub BonusesExpiring);

impl Event for Expiring {
    const KIND: &'static str = "bonuses_expiring";
}

/// A cash-out was paid, failed, or was declined.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct CashoutIsOver(pub CashoutEnded);

impl Event for CashoutIsOver {
    const KIND: &'static str = "cashout_ended";
}
