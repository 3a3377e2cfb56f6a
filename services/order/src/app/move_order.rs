//! Moves orders to another delivery status. `grpc/desk.rs` checks the operator's role.

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

pub struct Move {
    pub to: Status,
    /// `None` moves all parts.
    pub store: Option<i64>,
    pub reason: Option<String>,
}

/// Moves one store's part, or every part that has not passed the wanted status. Idempotent.
pub async fn move_to(app: &App, operator: &Caller, code: &Code, wanted: Move) -> Result<Order> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let id = db::order_search::id_of_code(&mut tx, code).await?.ok_or(Error::NotFound("order_not_found"))?;
    let order = saga::lock(&mut tx, id).await?;
    require_other_person(operator, order.account, "conflict_of_interest")?;
    let before = db::part::find(&mut tx, id).await?;
    let after = moved_parts(&before, &wanted)?;
    let changed: Vec<_> =
        after.iter().zip(&before).filter(|(after, before)| after != before).map(|(after, _)| *after).collect();
    if changed.is_empty() {
        // The response shows personal data, so the access is audited.
        audit::insert(&mut tx, operator, Entry::read("order", code.as_str()), now).await?;
    } else {
        if wanted.to != Status::Cancelled && order.state.stage != Stage::Sold {
            // Not paid yet, or its stock is being sold.
            return Err(Error::conflict("order_not_ready"));
        }
        let by = ChangedBy { actor: Actor::Operator(operator.account), reason: wanted.reason };
        db::part::set(&mut tx, id, &changed).await?;
        if let Some(store) = wanted.store
            && before.len() > 1
        {
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

fn audited(parts: &[(i64, Status)]) -> Value {
    let statuses = parts.iter().map(|(store, status)| (format!("store {store}"), json!(status.key())));
    Value::Object(statuses.collect())
}

fn moved_parts(parts: &[(i64, Status)], wanted: &Move) -> Result<Vec<(i64, Status)>> {
    let refused = || Error::conflict("order_move_not_allowed");
    if let Some(store) = wanted.store
        && parts.iter().all(|(part, _)| *part != store)
    {
        return Err(Error::NotFound("store_not_found"));
    }
    // The parts share one payment, so one of several is cancelled or returned only by a refund.
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
