//! Finds the delivery slots (a slot is a window of hours on one day) that can be booked at a place.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use kit::Result;

use crate::{
    App,
    db::zone::{ZoneQuery, ZoneWithSlots},
    domain::{
        baku,
        delivery::{Slot, Zone},
    },
};

pub struct Offered {
    pub zone: Zone,
    /// Each slot, and whether it can be booked.
    pub slots: Vec<(Slot, bool)>,
}

/// Returns `None` if nothing is delivered to the place.
pub async fn slots(app: &App, city: i64, district: Option<i64>, preparation_days: u64) -> Result<Option<Offered>> {
    let now = app.clock.now();
    let Some(zone_with_slots) = zone_at(app, Some(city), district, now).await? else { return Ok(None) };
    let ZoneWithSlots { zone, full, .. } = &*zone_with_slots;
    let zone = zone.after(preparation_days);
    let slots = zone.slots(now).map(|slot| {
        let is_free = zone.is_free(&slot, full, now);
        (slot, is_free)
    });
    let slots = slots.collect();
    Ok(Some(Offered { zone, slots }))
}

pub struct Earliest {
    pub at: DateTime<Utc>,
    pub zone_with_slots: Option<Arc<ZoneWithSlots>>,
    /// The slot and its order deadline; `None` while everything is full.
    pub slot: Option<(Slot, DateTime<Utc>)>,
}

/// Without a city, uses the nearest zone.
pub async fn earliest(app: &App, city: Option<i64>, district: Option<i64>, preparation_days: u64) -> Result<Earliest> {
    earliest_at(app, city, district, preparation_days, app.clock.now()).await
}

pub async fn earliest_at(
    app: &App,
    city: Option<i64>,
    district: Option<i64>,
    preparation_days: u64,
    at: DateTime<Utc>,
) -> Result<Earliest> {
    let zone_with_slots = zone_at(app, city, district, at).await?;
    let slot = zone_with_slots.as_ref().and_then(|zone_with_slots| {
        let zone = zone_with_slots.zone.after(preparation_days);
        let slot = zone.next_slot(&zone_with_slots.full, at)?;
        let until = zone.order_until(&slot)?;
        Some((slot, until))
    });
    Ok(Earliest { at, zone_with_slots, slot })
}

pub async fn zone_at(
    app: &App,
    city: Option<i64>,
    district: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Option<Arc<ZoneWithSlots>>> {
    app.zones.at(ZoneQuery { city, district, since: baku::local(now).date() }).await
}
