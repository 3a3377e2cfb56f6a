//! When something can be brought to a place.

use kit::Result;

use crate::{
    App, db,
    domain::{
        baku,
        delivery::{Slot, Zone},
    },
};

/// The zone with its slots, and whether each can still be had; `None` where nothing is brought.
pub struct Offered {
    pub zone: Zone,
    pub slots: Vec<(Slot, bool)>,
}

pub async fn slots(app: &App, city: i64, district: Option<i64>) -> Result<Option<Offered>> {
    let now = app.clock.now();
    let mut connection = app.pool.acquire().await?;
    let Some(zone) = db::zone::find(&mut connection, city, district).await? else { return Ok(None) };
    let full = db::slot::full_of(&mut connection, zone.id, baku::local(now).date()).await?;
    let slots = zone.slots(now).map(|slot| {
        let is_free = zone.is_free(&slot, &full, now);
        (slot, is_free)
    });
    let slots = slots.collect();
    Ok(Some(Offered { zone, slots }))
}
