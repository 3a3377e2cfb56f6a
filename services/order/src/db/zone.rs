//! Zones, as operators keep them, and which of their slots are full.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use kit::db::together;
use sqlx::PgConnection;

use crate::domain::delivery::{Window, Zone};

/// Asks for the zone in which a place lies: its district's if that has one of its own, else its city's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Where {
    pub city: i64,
    pub district: Option<i64>,
    /// Of the slots from this day on it is told whether they are full.
    pub since: NaiveDate,
}

/// A zone, and those of its slots in which nothing is free.
#[derive(Clone)]
pub struct Here {
    pub zone: Zone,
    pub full: HashSet<String>,
}

impl together::Question for Where {
    type Answer = Option<Here>;

    async fn answer(tx: &mut PgConnection, questions: &[Self]) -> kit::Result<Vec<Option<Here>>> {
        // Most live in the same few places.
        let mut known: HashMap<Self, Option<Here>> = questions.iter().map(|asked| (*asked, None)).collect();
        let places: Vec<_> = known.keys().copied().collect();
        for (place, here) in find(tx, &places).await? {
            places.get(place).and_then(|asked| known.insert(*asked, Some(here)));
        }
        Ok(questions.iter().map(|asked| known.get(asked).cloned().flatten()).collect())
    }
}

async fn find(tx: &mut PgConnection, places: &[Where]) -> sqlx::Result<HashMap<usize, Here>> {
    let cities: Vec<_> = places.iter().map(|asked| asked.city).collect();
    let districts: Vec<_> = places.iter().map(|asked| asked.district).collect();
    let since: Vec<_> = places.iter().map(|asked| asked.since).collect();
    let rows = sqlx::query!(
        r#"select asked.place as "place!", zone.zone_id, code, fee, free_from, minimum, lead_days, cut_off, prepare_hours,
                  starts, ends, capacity, surcharge,
                  array(
                      select slot_id
                      from slot
                      where slot.zone_id = zone.zone_id
                        and slot.starts = zone_window.starts
                        and slot.date >= asked.since
                        and slot.taken >= zone_window.capacity
                  ) as "full!"
           from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::date[]))
                with ordinality as asked (city_id, district_id, since, place)
           cross join lateral (
               select zone_id
               from zone_place
               where zone_place.city_id = asked.city_id
                 and (zone_place.district_id = asked.district_id or zone_place.district_id is null)
               order by zone_place.district_id nulls last
               limit 1
           ) as here
           join zone on zone.zone_id = here.zone_id
           join zone_window on zone_window.zone_id = zone.zone_id
           order by starts"#,
        &cities,
        &districts as &[Option<i64>],
        &since,
    )
    .fetch_all(tx)
    .await?;
    let mut found: HashMap<usize, Here> = HashMap::new();
    for row in rows {
        let here = found.entry(row.place as usize - 1).or_insert_with(|| Here {
            zone: Zone {
                id: row.zone_id,
                code: row.code,
                fee: row.fee,
                free_from: row.free_from,
                minimum: row.minimum,
                lead_days: row.lead_days.unsigned_abs().into(),
                cut_off: row.cut_off.unsigned_abs().into(),
                prepare_hours: row.prepare_hours.into(),
                windows: Vec::new(),
            },
            full: HashSet::new(),
        });
        let window = Window { starts: row.starts, ends: row.ends, capacity: row.capacity, surcharge: row.surcharge };
        here.zone.windows.push(window);
        here.full.extend(row.full);
    }
    Ok(found)
}
