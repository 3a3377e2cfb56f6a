//! Enters bank transfers from the bank statement. They add up until the order is paid. Operators send back money beyond
//! the total (the excess), and enter that transfer, too.

use audit::Entry;
use chrono::{DateTime, NaiveDate, Utc};
use kit::{Error, Result, identity::Caller};
use serde_json::json;
use sqlx::PgConnection;

use super::{email::Kind, lock, quote::id_of};
use crate::{
    App,
    app::{
        order_ledger,
        other_person::require_other_person,
        saga::{self, Locked},
    },
    db::{self, wholesale::transfer::NewTransfer},
    domain::{
        checkout::Event,
        ledger::Movement,
        method::Method,
        order::{Actor, ChangedBy},
        wholesale::{
            code::RequestCode,
            record::{Direction, Record},
        },
    },
};

pub struct EnteredTransfer {
    pub direction: Direction,
    pub amount: i64,
    pub reference: String,
    pub moved_on: NaiveDate,
}

pub async fn enter(app: &App, operator: &Caller, code: &RequestCode, entered: &EnteredTransfer) -> Result<Record> {
    let now = app.clock.now();
    let id = id_of(app, code).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let order = db::wholesale::request::order_of(&mut tx, id).await?;
    let order = order.ok_or_else(|| Error::conflict("wholesale_not_accepted"))?;
    let order = saga::lock(&mut tx, order).await?;
    let before = lock(&mut tx, id).await?;
    require_other_person(operator, before.account, "conflict_of_interest")?;
    check(&before, entered)?;
    book(&mut tx, operator, &before, &order, entered, now).await?;
    move_order(&mut tx, operator, &before, &order, entered.direction, now).await?;
    let record = db::wholesale::record::load_one(&mut tx, id).await?;
    audit::insert(&mut tx, operator, audit_entry(&before, &record, entered), now).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(record)
}

fn check(record: &Record, entered: &EnteredTransfer) -> Result<()> {
    if record.invoice.is_none() {
        return Err(Error::conflict("wholesale_not_accepted"));
    }
    let excess = record.balance().map_or(0, |balance| balance.excess);
    if entered.direction == Direction::Out && entered.amount > excess {
        return Err(Error::conflict_with("transfer_exceeds_excess", vec![("available", excess.to_string())]));
    }
    Ok(())
}

async fn book(
    tx: &mut PgConnection,
    operator: &Caller,
    record: &Record,
    order: &Locked,
    entered: &EnteredTransfer,
    now: DateTime<Utc>,
) -> Result<()> {
    let new = NewTransfer {
        request: record.id,
        order: order.order_id,
        direction: entered.direction,
        amount: entered.amount,
        reference: &entered.reference,
        moved_on: entered.moved_on,
        operator: operator.account,
        at: now,
    };
    let transfer = db::wholesale::transfer::insert(tx, &new).await?;
    let transfer = transfer.ok_or_else(|| Error::invalid("reference", "duplicate"))?;
    let movement = match entered.direction {
        Direction::In => Movement::transfer(entered.amount),
        Direction::Out => Movement::transfer_return(entered.amount),
    };
    order_ledger::write(tx, &movement, order.order_id, &transfer.to_string(), now).await
}

/// Marks the order as paid once the transfers reach its total; until then, queues an e-mail about the part. After the
/// end of the order, records money sent back as its refund.
async fn move_order(
    tx: &mut PgConnection,
    operator: &Caller,
    record: &Record,
    order: &Locked,
    direction: Direction,
    now: DateTime<Utc>,
) -> Result<()> {
    let by = ChangedBy::of(Actor::Operator(operator.account));
    let sums = db::wholesale::transfer::sums(tx, order.order_id).await?;
    let kept = sums.received - sums.sent_back;
    let total = order.state.total;
    let is_waiting = order.state.can_pay() && order.state.method == Method::Transfer;
    let has_paid_by_transfer = order.state.payment.is_received() && order.state.kept.is_none();
    match direction {
        Direction::In if is_waiting && kept >= total => {
            saga::step(tx, order, Event::Transferred, &by, now).await?;
        }
        Direction::In if is_waiting => Kind::queue(tx, record.id, &[Kind::PartlyPaid], now).await?,
        // After the end of an order, money sent back is its refund.
        Direction::Out if order.state.is_over() && has_paid_by_transfer => {
            let refunded = (total - kept).clamp(0, total);
            saga::step(tx, order, Event::MoneyReturned { refunded }, &by, now).await?;
        }
        // The excess has grown, or was sent back.
        Direction::In | Direction::Out => {}
    }
    Ok(())
}

/// Without the bank's reference, which may contain a name.
fn audit_entry(before: &Record, after: &Record, entered: &EnteredTransfer) -> Entry {
    let before_fields = json!({"status": before.state.key()});
    let after_fields = json!({
        "status": after.state.key(),
        "direction": entered.direction.key(),
        "amount": entered.amount,
        "movedOn": entered.moved_on,
    });
    Entry::new("wholesale_transfer_entered", "wholesale", after.code.as_str()).changed(before_fields, after_fields)
}
