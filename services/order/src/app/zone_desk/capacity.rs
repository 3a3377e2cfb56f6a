//! Sets the capacity of a delivery window.

use audit::Entry;
use kit::{Error, Result, identity::Caller};
use serde_json::json;

use crate::{
    App,
    db::{
        delivery_day::{self, DayWindow},
        slot, zone_admin,
    },
    domain::{
        baku,
        delivery::{Unavailable, parse_slot_id},
    },
};

const NOT_FOUND: Error = Error::NotFound("delivery_slot_not_found");

pub struct SetCapacity {
    pub slot_id: String,
    /// `None` for the usual capacity.
    pub capacity: Option<i32>,
    pub version: i64,
}

pub async fn set_capacity(app: &App, operator: &Caller, wanted: &SetCapacity) -> Result<DayWindow> {
    let SetCapacity { slot_id, capacity, version } = wanted;
    let (code, date, starts) = parse_slot_id(slot_id).ok_or(NOT_FOUND)?;
    let now = app.clock.now();
    if date < baku::local(now).date() {
        return Err(Error::conflict(Unavailable::Over.code()));
    }
    let mut tx = kit::db::begin(&app.pool).await?;
    let zones = zone_admin::lock_all(&mut tx).await?;
    let (zone, _) = zones.into_iter().find(|(_, other)| other == code).ok_or(NOT_FOUND)?;
    let before = slot::lock(&mut tx, zone, slot_id, date, starts).await?.ok_or(NOT_FOUND)?;
    if before.own != *capacity {
        if before.version != *version {
            return Err(Error::conflict("slot_changed"));
        }
        if capacity.is_some_and(|capacity| capacity < before.taken) {
            return Err(Error::conflict_with("slot_booked", vec![("booked", before.taken.to_string())]));
        }
        slot::set_own_capacity(&mut tx, slot_id, *capacity, before.usual).await?;
        let entry = Entry::new("delivery_capacity_changed", "slot", slot_id.as_str())
            .changed(json!({"capacity": before.own}), json!({"capacity": capacity}));
        audit::insert(&mut tx, operator, entry, now).await?;
    }
    let windows = delivery_day::windows(&mut tx, date).await?;
    let after = windows.into_iter().find(|window| window.slot_id == *slot_id).ok_or(NOT_FOUND)?;
    tx.commit().await?;
    app.zones.forget();
    tracing::info!(slot.id = slot_id, "Capacity of {slot_id} set by operator {}", operator.account);
    Ok(after)
}
