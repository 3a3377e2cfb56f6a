//! Moves orders to another delivery status. `grpc/desk.rs` checks the operator's role.

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{
    other_person::require_other_person,
    saga::{self, Locked},
};
use crate::{
    App,
    db::{self, part::PartStatus},
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
    if before == after {
        // The response shows personal data, so the access is audited.
        audit::insert(&mut tx, operator, Entry::read("order", code.as_str()), now).await?;
    } else {
        move_parts(&mut tx, operator, &order, wanted, &before, &after, now).await?;
    }
    let order = db::order::load_one(&mut tx, id).await?;
    tx.commit().await?;
    app.notifier.notify();
    Ok(order)
}

/// Returns all parts with their statuses after the move.
fn moved_parts(parts: &[PartStatus], wanted: &Move) -> Result<Vec<PartStatus>> {
    let refused = || Error::conflict("order_move_not_allowed");
    if let Some(store) = wanted.store
        && parts.iter().all(|part| part.store != store)
    {
        return Err(Error::NotFound("store_not_found"));
    }
    // The parts share one payment, so one of several is cancelled or returned only by a refund.
    if wanted.store.is_some() && parts.len() > 1 && matches!(wanted.to, Status::Cancelled | Status::Returned) {
        return Err(refused());
    }
    let after = |part: &PartStatus| match wanted.store {
        Some(only) if only != part.store => Ok(*part),
        Some(_) if part.status != wanted.to && !part.status.next_statuses().contains(&wanted.to) => Err(refused()),
        Some(_) => Ok(PartStatus { status: wanted.to, ..*part }),
        None => moved(part.status, wanted.to).map(|status| PartStatus { status, ..*part }).ok_or_else(refused),
    };
    let moved: Vec<_> = parts.iter().map(after).collect::<Result<_>>()?;
    let is_reached = moved.iter().any(|part| part.status == wanted.to);
    if is_reached { Ok(moved) } else { Err(refused()) }
}

async fn move_parts(
    tx: &mut PgConnection,
    operator: &Caller,
    order: &Locked,
    wanted: Move,
    before: &[PartStatus],
    after: &[PartStatus],
    now: DateTime<Utc>,
) -> Result<()> {
    if wanted.to != Status::Cancelled && order.state.stage != Stage::Sold {
        // Not paid yet, or its stock is being sold.
        return Err(Error::conflict("order_not_ready"));
    }
    let changes = before.iter().copied().zip(after.iter().copied()).filter(|(before, after)| before != after);
    let (replaced, changed): (Vec<_>, Vec<_>) = changes.unzip();
    let by = ChangedBy { actor: Actor::Operator(operator.account), reason: wanted.reason };
    db::part::set(tx, order.order_id, &changed).await?;
    if let Some(store) = wanted.store
        && before.len() > 1
    {
        db::part::add_history(tx, order.order_id, store, wanted.to, &by, now).await?;
    }
    if let Some(status) = Status::of_parts(after.iter().map(|part| part.status)) {
        saga::step(tx, order, Event::Moved(status), &by, now).await?;
    }
    let entry = Entry::new("order_moved", "order", &*order.code).changed(audited(&replaced), audited(&changed));
    audit::insert(tx, operator, entry, now).await?;
    Ok(())
}

fn audited(parts: &[PartStatus]) -> Value {
    let statuses = parts.iter().map(|part| (format!("store {}", part.store), json!(part.status.key())));
    Value::Object(statuses.collect())
}
