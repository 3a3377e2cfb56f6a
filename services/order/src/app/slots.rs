//! When something can be brought to a place.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use kit::Result;

use crate::{
    App,
    db::zone::{Here, Where},
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
    let Some(here) = here(app, city, district, now).await? else { return Ok(None) };
    let Here { zone, full } = &*here;
    let slots = zone.slots(now).map(|slot| {
        let is_free = zone.is_free(&slot, full, now);
        (slot, is_free)
    });
    Ok(Some(Offered { zone: zone.clone(), slots: slots.collect() }))
}

/// The zone in which a place lies, and what of it is full.
pub async fn here(app: &App, city: i64, district: Option<i64>, now: DateTime<Utc>) -> Result<Option<Arc<Here>>> {
    app.zones.at(Where { city, district, since: baku::local(now).date() }).await
}
