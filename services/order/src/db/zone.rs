//! Zones, as operators keep them.

use sqlx::PgConnection;

use crate::domain::delivery::{Window, Zone};

/// The zone in which a place lies: its district's if that has one of its own, else its city's.
pub async fn find(tx: &mut PgConnection, city: i64, district: Option<i64>) -> sqlx::Result<Option<Zone>> {
    let rows = sqlx::query!(
        "select zone.zone_id, code, fee, free_from, minimum, lead_days, cut_off, prepare_hours, starts, ends, capacity, surcharge
         from zone
         join zone_window on zone_window.zone_id = zone.zone_id
         where zone.zone_id = (
             select zone_id
             from zone_place
             where city_id = $1 and (district_id = $2 or district_id is null)
             order by district_id nulls last
             limit 1)
         order by starts",
        city,
        district,
    )
    .fetch_all(tx)
    .await?;
    let mut found: Option<Zone> = None;
    for row in rows {
        let zone = found.get_or_insert_with(|| Zone {
            id: row.zone_id,
            code: row.code,
            fee: row.fee,
            free_from: row.free_from,
            minimum: row.minimum,
            lead_days: row.lead_days.unsigned_abs().into(),
            cut_off: row.cut_off.unsigned_abs().into(),
            prepare_hours: row.prepare_hours.into(),
            windows: Vec::new(),
        });
        let window = Window { starts: row.starts, ends: row.ends, capacity: row.capacity, surcharge: row.surcharge };
        zone.windows.push(window);
    }
    Ok(found)
}
