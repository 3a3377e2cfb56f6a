//! Tariffs of delivery zones.

use sqlx::{PgConnection, types::Json};

use crate::domain::{
    bonus::Title,
    delivery::Window,
    tariff::{Tariff, ZoneTariff},
};

/// Only zones with places.
pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<ZoneTariff>> {
    let rows = sqlx::query!(
        r#"select zone.zone_id, code, title as "title: Json<Title>", fee, free_from, minimum, lead_days, cut_off, prepare_hours,
                  starts, ends, capacity, surcharge
           from zone
           join zone_window on zone_window.zone_id = zone.zone_id
           where exists (select from zone_place where zone_place.zone_id = zone.zone_id)
           order by zone.zone_id, starts"#,
    )
    .fetch_all(tx)
    .await?;
    let mut zones: Vec<ZoneTariff> = Vec::new();
    for row in rows {
        let window = Window { starts: row.starts, ends: row.ends, capacity: row.capacity, surcharge: row.surcharge };
        if let Some(zone) = zones.last_mut().filter(|zone| zone.code == row.code) {
            zone.windows.push(window);
        } else {
            let tariff = Tariff {
                title: row.title.0,
                fee: row.fee,
                free_from: row.free_from,
                minimum: row.minimum,
                lead_days: row.lead_days.into(),
                cut_off: row.cut_off.into(),
                prepare_hours: row.prepare_hours.into(),
            };
            zones.push(ZoneTariff { code: row.code, tariff, windows: vec![window] });
        }
    }
    Ok(zones)
}
