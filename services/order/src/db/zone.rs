//! Delivery zones for the checkout.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::NaiveDate;
use sqlx::{PgConnection, types::Json};

use crate::domain::{
    bonus::Title,
    delivery::{Exceptions, Window, Zone},
};

/// Finds the zone of a district, else of its city. Without a city, finds the zone with the shortest lead time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ZoneQuery {
    pub city: Option<i64>,
    pub district: Option<i64>,
    /// First day whose full slots, closed days and own capacities (set by staff) are returned.
    pub since: NaiveDate,
}

pub struct ZoneWithSlots {
    pub zone: Zone,
    pub title: Title,
    /// Ids of full slots.
    pub full: HashSet<String>,
}

/// Returns `None` if nothing is delivered there.
pub async fn find(tx: &mut PgConnection, place: ZoneQuery) -> sqlx::Result<Option<ZoneWithSlots>> {
    let windows = sqlx::query_as!(
        WindowRow,
        r#"select zone.zone_id, code, title as "title: Json<Title>", fee, free_from, minimum, lead_days, cut_off, prepare_hours,
                  starts, ends, capacity, surcharge,
                  array(
                      select slot_id
                      from slot
                      where slot.zone_id = zone.zone_id
                        and slot.starts = zone_window.starts
                        and slot.date >= $3
                        and slot.taken >= coalesce(slot.own_capacity, zone_window.capacity)
                  ) as "full!",
                  (
                      select jsonb_object_agg(slot_id, own_capacity)
                      from slot
                      where slot.zone_id = zone.zone_id
                        and slot.starts = zone_window.starts
                        and slot.date >= $3
                        and slot.own_capacity is not null
                  ) as "capacities?: Json<HashMap<String, i32>>",
                  array(
                      select date
                      from delivery_holiday
                      where date >= $3 and (delivery_holiday.zone_id is null or delivery_holiday.zone_id = zone.zone_id)
                  ) as "closed!"
           from (
               (
                   select zone_id
                   from zone_place
                   where city_id = $1 and (district_id = $2 or district_id is null)
                   order by district_id nulls last
                   limit 1
               )
               union all
               (
                   select zone_id
                   from zone
                   where $1::bigint is null and exists (select from zone_place where zone_place.zone_id = zone.zone_id)
                   order by lead_days, zone_id
                   limit 1
               )
           ) as nearest
           join zone on zone.zone_id = nearest.zone_id
           join zone_window on zone_window.zone_id = zone.zone_id
           order by starts"#,
        place.city,
        place.district,
        place.since,
    );
    Ok(zone_of(windows.fetch_all(tx).await?))
}

/// A window with the columns of its zone.
struct WindowRow {
    zone_id: i64,
    code: String,
    title: Json<Title>,
    fee: i64,
    free_from: Option<i64>,
    minimum: i64,
    lead_days: i16,
    cut_off: i16,
    prepare_hours: i16,
    starts: i16,
    ends: i16,
    capacity: i32,
    surcharge: i64,
    /// Ids of full slots.
    full: Vec<String>,
    /// Own capacities by slot id.
    capacities: Option<Json<HashMap<String, i32>>>,
    closed: Vec<NaiveDate>,
}

/// All windows belong to one zone.
fn zone_of(rows: Vec<WindowRow>) -> Option<ZoneWithSlots> {
    let mut found: Option<ZoneWithSlots> = None;
    let mut exceptions = Exceptions::default();
    for row in rows {
        let zone_with_slots = found.get_or_insert_with(|| ZoneWithSlots {
            zone: Zone {
                id: row.zone_id,
                code: row.code,
                fee: row.fee,
                free_from: row.free_from,
                minimum: row.minimum,
                lead_days: row.lead_days.unsigned_abs().into(),
                cut_off: row.cut_off,
                prepare_hours: row.prepare_hours.into(),
                windows: Vec::new(),
                exceptions: Arc::default(),
            },
            title: row.title.0,
            full: HashSet::new(),
        });
        let window = Window { starts: row.starts, ends: row.ends, capacity: row.capacity, surcharge: row.surcharge };
        zone_with_slots.zone.windows.push(window);
        zone_with_slots.full.extend(row.full);
        exceptions.capacities.extend(row.capacities.map(|capacities| capacities.0).unwrap_or_default());
        exceptions.closed.extend(row.closed);
    }
    if let Some(zone_with_slots) = &mut found {
        zone_with_slots.zone.exceptions = Arc::new(exceptions);
    }
    found
}
