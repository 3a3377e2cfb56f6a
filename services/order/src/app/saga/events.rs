//! Publishes events about changed orders. Refused orders, and orders without an account, have none.

use kit::{Result, telemetry::trace_context};
use proto::order::{OrderDelivered, OrderMoved, OrderPaid};
use sqlx::PgConnection;

use super::StateChange;
use crate::{
    db,
    domain::{checkout::Stage, payment::Payment, status::Status},
    events::lines_of,
};

pub async fn announce(tx: &mut PgConnection, changed: &[StateChange<'_>]) -> Result<()> {
    let current = trace_context::current();
    let (mut moved, mut paid, mut delivered) = (Vec::new(), Vec::new(), Vec::new());
    for StateChange { order, after } in changed {
        if matches!(after.stage, Stage::Placed | Stage::Refused) {
            continue;
        }
        let Some(account_id) = order.account else { continue };
        let before = &order.state;
        let code = || order.code.clone();
        let trace = || order.traceparent.clone().or_else(|| current.clone());
        if before.stage == Stage::Placed || before.status != after.status {
            let status = after.status.key().to_owned();
            let awaits_payment = after.stage == Stage::Paying;
            moved.push((OrderMoved { order: code(), account_id, status, awaits_payment }, trace()));
        }
        if before.payment != after.payment && !matches!(after.payment, Payment::Unpaid | Payment::Pending) {
            let payment_status = after.payment.key().to_owned();
            let method = after.method.name().to_owned();
            paid.push((OrderPaid { order: code(), account_id, payment_status, method }, trace()));
        }
        if before.status != after.status && after.status == Status::Delivered {
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
