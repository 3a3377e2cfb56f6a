//! The tariffs of delivery zones, as operators set them.

use sqlx::{PgConnection, types::Json};

use crate::domain::{
    bonus::Title,
    delivery::Window,
    tariff::{Tariff, ZoneTariff},
};

/// Returns all zones, nearest first.
pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<ZoneTariff>> {
    let rows = sqlx::query!(
        r#"select zone.zone_id, code, title as "title: Json<Title>", fee, free_from, minimum, lead_days, cut_off, prepare_hours,
                  starts, ends, capacity, surcharge
           from zone
           join zone_window on zone_window.zone_id = zone.zone_id
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

/// Locks a tariff, and returns it with its zone's id.
pub async fn lock(tx: &mut PgConnection, code: &str) -> sqlx::Result<Option<(i64, Tariff)>> {
    let row = sqlx::query!(
        r#"select zone_id, title as "title: Json<Title>", fee, free_from, minimum, lead_days, cut_off, prepare_hours
           from zone
           where code = $1
           for no key update"#,
        code,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| {
        let tariff = Tariff {
            title: row.title.0,
            fee: row.fee,
            free_from: row.free_from,
            minimum: row.minimum,
            lead_days: row.lead_days.into(),
            cut_off: row.cut_off.into(),
            prepare_hours: row.prepare_hours.into(),
        };
        (row.zone_id, tariff)
    }))
}

pub async fn update(tx: &mut PgConnection, zone: i64, tariff: &Tariff) -> sqlx::Result<()> {
    sqlx::query!(
        "update zone
         set title = $2, fee = $3, free_from = $4, minimum = $5, lead_days = $6::bigint, cut_off = $7::bigint,
             prepare_hours = $8::bigint
         where zone_id = $1",
        zone,
        Json(&tariff.title) as _,
        tariff.fee,
        tariff.free_from,
        tariff.minimum,
        tariff.lead_days,
        tariff.cut_off,
        tariff.prepare_hours,
    )
    .execute(tx)
    .await?;
    Ok(())
}
