//! Moves orders to another delivery status for operators, whose role `grpc/desk.rs` checks. An order has one part for
//! each store, and each part has its own status. Every change is audited.

use audit::Entry;
use kit::{Error, Result, identity::Caller};
use serde_json::{Value, json};

use super::{other_person::require_other_person, saga};
use crate::{
    App, db,
    domain::{
        checkout::{Event, Stage},
        code::Code,
        order::{Actor, ChangedBy, Order},
        status::{Status, moved},
    },
};

/// An operator's request to move an order.
pub struct Move {
    pub to: Status,
    /// The store whose part is moved; `None` moves all parts.
    pub store: Option<i64>,
    pub reason: Option<String>,
}

/// Moves one store's part, or every part that has not passed the wanted status. The order's status follows its parts.
/// Moving to the current status changes nothing.
pub async fn move_to(app: &App, operator: &Caller, code: &Code, wanted: Move) -> Result<Order> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = db::order_search::id(&mut tx, code).await?.ok_or(Error::NotFound("order_not_found"))?;
    let order = saga::lock(&mut tx, id).await?;
    require_other_person(operator, order.account, "conflict_of_interest")?;
    let before = db::part::find(&mut tx, id).await?;
    let after = moved_parts(&before, &wanted)?;
    let changed: Vec<_> =
        after.iter().zip(&before).filter(|(after, before)| after != before).map(|(after, _)| *after).collect();
    if changed.is_empty() {
        // Nothing changes, but the response shows personal data of the recipient, so the access is audited.
        audit::insert(&mut tx, operator, Entry::read("order", code.as_str()), now).await?;
    } else {
        if wanted.to != Status::Cancelled && order.state.stage != Stage::Sold {
            // The order is not paid yet, or its stock is being sold.
            return Err(Error::conflict("order_not_ready"));
        }
        let by = ChangedBy { actor: Actor::Operator(operator.account), reason: wanted.reason };
        db::part::set(&mut tx, id, &changed).await?;
        if let (Some(store), true) = (wanted.store, before.len() > 1) {
            db::part::add_history(&mut tx, id, store, wanted.to, &by, now).await?;
        }
        if let Some(status) = Status::of_parts(after.iter().map(|(_, status)| *status)) {
            saga::step(&mut tx, &order, Event::Moved(status), &by, now).await?;
        }
        let replaced: Vec<_> = before.iter().filter(|part| !after.contains(part)).copied().collect();
        let entry = Entry::new("order_moved", "order", code.as_str()).changed(audited(&replaced), audited(&changed));
        audit::insert(&mut tx, operator, entry, now).await?;
    }
    let order = db::order::load_one(&mut tx, id).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(order)
}

/// Returns the statuses by store, which the audit log compares.
fn audited(parts: &[(i64, Status)]) -> Value {
    let statuses = parts.iter().map(|(store, status)| (format!("store {store}"), json!(status.key())));
    Value::Object(statuses.collect())
}

/// Returns the status of each store's part after the move, or the error that the move is not allowed.
fn moved_parts(parts: &[(i64, Status)], wanted: &Move) -> Result<Vec<(i64, Status)>> {
    let refused = || Error::conflict("order_move_not_allowed");
    if let Some(store) = wanted.store
        && parts.iter().all(|(part, _)| *part != store)
    {
        return Err(Error::NotFound("store_not_found"));
    }
    // All parts share one payment. One part of several cannot be cancelled or returned by its status, only by a refund,
    // which states its value.
    if wanted.store.is_some() && parts.len() > 1 && matches!(wanted.to, Status::Cancelled | Status::Returned) {
        return Err(refused());
    }
    let after = |&(store, status): &(i64, Status)| match wanted.store {
        Some(only) if only != store => Ok((store, status)),
        Some(_) if status != wanted.to && !status.next_statuses().contains(&wanted.to) => Err(refused()),
        Some(_) => Ok((store, wanted.to)),
        None => moved(status, wanted.to).map(|status| (store, status)).ok_or_else(refused),
    };
    let moved: Vec<_> = parts.iter().map(after).collect::<Result<_>>()?;
    let is_reached = moved.iter().any(|(_, status)| *status == wanted.to);
    if is_reached { Ok(moved) } else { Err(refused()) }
}
