//! Publishes events about changed orders. Refused orders, and orders of erased accounts, have none.

use kit::{Result, telemetry::trace_context};
use proto::order::{OrderDelivered, OrderMoved, OrderPaid};
use sqlx::PgConnection;

use super::Locked;
use crate::{
    db,
    domain::{
        checkout::{Stage, State},
        payment::Payment,
        status::Status,
    },
    events::lines_of,
};

pub async fn announce(tx: &mut PgConnection, changed: &[(&Locked, &State)]) -> Result<()> {
    let current = trace_context::current();
    let (mut moved, mut paid, mut delivered) = (Vec::new(), Vec::new(), Vec::new());
    for (order, state) in changed {
        if matches!(state.stage, Stage::Placed | Stage::Refused) {
            continue;
        }
        let Some(account_id) = order.account else { continue };
        let before = &order.state;
        let code = || order.code.clone();
        let trace = || order.traceparent.clone().or_else(|| current.clone());
        if before.stage == Stage::Placed || before.status != state.status {
            let status = state.status.key().to_owned();
            let awaits_payment = state.stage == Stage::Paying;
            moved.push((OrderMoved { order: code(), account_id, status, awaits_payment }, trace()));
        }
        if before.payment != state.payment && !matches!(state.payment, Payment::Unpaid | Payment::Pending) {
            let payment_status = state.payment.key().to_owned();
            let method = state.method.name().to_owned();
            paid.push((OrderPaid { order: code(), account_id, payment_status, method }, trace()));
        }
        if before.status != state.status && state.status == Status::Delivered {
            let lines = db::order_line::counts(tx, order.order_id).await?;
            let lines = lines_of(&lines);
            delivered.push((OrderDelivered { order: code(), account_id, lines }, trace()));
        }
    }
    outbox::append_traced(tx, moved).await?;
    outbox::append_traced(tx, paid).await?;
    outbox::append_traced(tx, delivered).await?;
    Ok(())
}
