//! Enters bank transfers from the bank statement. They add up until the order is paid. Operators send back money beyond
//! the total (the excess), and enter that transfer, too.

use audit::Entry;
use chrono::NaiveDate;
use kit::{Error, Result, identity::Caller};
use serde_json::json;

use super::{email::Kind, lock, quote::id_of};
use crate::{
    App,
    app::{order_ledger, other_person::require_other_person, saga},
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
    let locked = saga::lock(&mut tx, order).await?;
    let record = lock(&mut tx, id).await?;
    require_other_person(operator, record.account, "conflict_of_interest")?;
    if record.invoice.is_none() {
        return Err(Error::conflict("wholesale_not_accepted"));
    }
    let excess = record.balance().map_or(0, |balance| balance.excess);
    if entered.direction == Direction::Out && entered.amount > excess {
        return Err(Error::conflict_with("transfer_exceeds_excess", vec![("available", excess.to_string())]));
    }
    let new = NewTransfer {
        request: id,
        order,
        direction: entered.direction,
        amount: entered.amount,
        reference: &entered.reference,
        moved_on: entered.moved_on,
        operator: operator.account,
        at: now,
    };
    let transfer = db::wholesale::transfer::insert(&mut tx, &new).await?;
    let key = transfer.ok_or_else(|| Error::invalid("reference", "duplicate"))?.to_string();
    let movement = match entered.direction {
        Direction::In => Movement::transfer(entered.amount),
        Direction::Out => Movement::transfer_return(entered.amount),
    };
    order_ledger::write(&mut tx, &movement, order, &key, now).await?;
    let by = ChangedBy::of(Actor::Operator(operator.account));
    let sums = db::wholesale::transfer::sums(&mut tx, order).await?;
    let kept = sums.received - sums.sent_back;
    let is_waiting = locked.state.can_pay() && locked.state.method == Method::Transfer;
    let has_paid_by_transfer = locked.state.payment.is_received() && locked.state.kept.is_none();
    match entered.direction {
        Direction::In if is_waiting && kept >= locked.state.total => {
            saga::step(&mut tx, &locked, Event::Transferred, &by, now).await?;
        }
        Direction::In if is_waiting => Kind::queue(&mut tx, id, &[Kind::PartlyPaid], now).await?,
        // After the end of an order, money sent back is its refund.
        Direction::Out if locked.state.is_over() && has_paid_by_transfer => {
            let refunded = (locked.state.total - kept).clamp(0, locked.state.total);
            saga::step(&mut tx, &locked, Event::MoneyReturned { refunded }, &by, now).await?;
        }
        // The excess has grown, or was sent back.
        Direction::In | Direction::Out => {}
    }
    let before = record.state;
    let record = db::wholesale::request::load_one(&mut tx, id).await?;
    // Without the bank's reference, which may contain a name.
    let after = json!({
        "status": record.state.key(),
        "direction": entered.direction.key(),
        "amount": entered.amount,
        "movedOn": entered.moved_on,
    });
    let entry = Entry::new("wholesale_transfer_entered", "wholesale", code.as_str())
        .changed(json!({"status": before.key()}), after);
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(record)
}
