//! Delivery zones for operators.

use sqlx::{PgConnection, types::Json};

use crate::domain::{
    bonus::Title,
    delivery::Window,
    tariff::Tariff,
    zone_form::{Place, ZoneForm},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneRecord {
    pub id: i64,
    pub version: i64,
    pub code: String,
    /// Places are sorted by city and district.
    pub form: ZoneForm,
}

/// All zones if `zone` is `None`, oldest first.
async fn records(tx: &mut PgConnection, zone: Option<i64>) -> sqlx::Result<Vec<ZoneRecord>> {
    let rows = sqlx::query!(
        r#"select zone_id, version, code, title as "title: Json<Title>", fee, free_from, minimum, lead_days, cut_off,
                  prepare_hours
           from zone
           where $1::bigint is null or zone_id = $1
           order by zone_id"#,
        zone,
    )
    .fetch_all(&mut *tx)
    .await?;
    let places = sqlx::query!(
        "select zone_id, city_id, district_id
         from zone_place
         where $1::bigint is null or zone_id = $1
         order by city_id, district_id nulls first",
        zone,
    )
    .fetch_all(&mut *tx)
    .await?;
    let windows = sqlx::query!(
        "select zone_id, starts, ends, capacity, surcharge
         from zone_window
         where $1::bigint is null or zone_id = $1
         order by starts",
        zone,
    )
    .fetch_all(&mut *tx)
    .await?;
    let records = rows.into_iter().map(|row| {
        let places = places.iter().filter(|place| place.zone_id == row.zone_id);
        let windows = windows.iter().filter(|window| window.zone_id == row.zone_id);
        let tariff = Tariff {
            title: row.title.0,
            fee: row.fee,
            free_from: row.free_from,
            minimum: row.minimum,
            lead_days: row.lead_days.into(),
            cut_off: row.cut_off.into(),
            prepare_hours: row.prepare_hours.into(),
        };
        let form = ZoneForm {
            tariff,
            places: places.map(|row| Place { city: row.city_id, district: row.district_id }).collect(),
            windows: windows
                .map(|row| Window {
                    starts: row.starts,
                    ends: row.ends,
                    capacity: row.capacity,
                    surcharge: row.surcharge,
                })
                .collect(),
        };
        ZoneRecord { id: row.zone_id, version: row.version, code: row.code, form }
    });
    Ok(records.collect())
}

pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<ZoneRecord>> {
    records(tx, None).await
}

pub async fn find(tx: &mut PgConnection, zone: i64) -> sqlx::Result<Option<ZoneRecord>> {
    Ok(records(tx, Some(zone)).await?.pop())
}

/// Returns ids and codes. Blocks changes by other operators, but no bookings of slots.
pub async fn lock_all(tx: &mut PgConnection) -> sqlx::Result<Vec<(i64, String)>> {
    let rows = sqlx::query!("select zone_id, code from zone order by zone_id for no key update").fetch_all(tx).await?;
    Ok(rows.into_iter().map(|row| (row.zone_id, row.code)).collect())
}

/// Returns those of `places` that belong to zones other than `zone`, with their zones.
pub async fn places_of_others(
    tx: &mut PgConnection,
    zone: Option<i64>,
    places: &[Place],
) -> sqlx::Result<Vec<(Place, i64)>> {
    let (cities, districts) = columns(places);
    let rows = sqlx::query!(
        r#"select zone_place.city_id, zone_place.district_id, zone_id
           from zone_place
           join unnest($2::bigint[], $3::bigint[]) as wanted (city_id, district_id)
             on wanted.city_id = zone_place.city_id and wanted.district_id is not distinct from zone_place.district_id
           where zone_id is distinct from $1"#,
        zone,
        &cities,
        &districts as &[Option<i64>],
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| (Place { city: row.city_id, district: row.district_id }, row.zone_id)).collect())
}

/// `zones` are those that have the places; their versions are incremented.
pub async fn remove_places(tx: &mut PgConnection, places: &[Place], zones: &[i64]) -> sqlx::Result<()> {
    let (cities, districts) = columns(places);
    sqlx::query!(
        "delete from zone_place
         using unnest($1::bigint[], $2::bigint[]) as wanted (city_id, district_id)
         where wanted.city_id = zone_place.city_id and wanted.district_id is not distinct from zone_place.district_id",
        &cities,
        &districts as &[Option<i64>],
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("update zone set version = version + 1 where zone_id = any ($1)", zones).execute(tx).await?;
    Ok(())
}

pub async fn insert(tx: &mut PgConnection, code: &str, form: &ZoneForm) -> sqlx::Result<i64> {
    let Tariff { title, fee, free_from, minimum, lead_days, cut_off, prepare_hours } = &form.tariff;
    let zone = sqlx::query_scalar!(
        "insert into zone (code, title, fee, free_from, minimum, lead_days, cut_off, prepare_hours)
         values ($1, $2, $3, $4, $5, $6::bigint, $7::bigint, $8::bigint)
         returning zone_id",
        code,
        Json(title) as _,
        *fee,
        *free_from,
        *minimum,
        *lead_days,
        *cut_off,
        *prepare_hours,
    )
    .fetch_one(&mut *tx)
    .await?;
    insert_places_and_windows(tx, zone, form).await?;
    Ok(zone)
}

/// Replaces everything but the code.
pub async fn update(tx: &mut PgConnection, zone: i64, form: &ZoneForm) -> sqlx::Result<()> {
    let Tariff { title, fee, free_from, minimum, lead_days, cut_off, prepare_hours } = &form.tariff;
    sqlx::query!(
        "update zone
         set title = $2, fee = $3, free_from = $4, minimum = $5, lead_days = $6::bigint, cut_off = $7::bigint,
             prepare_hours = $8::bigint, version = version + 1
         where zone_id = $1",
        zone,
        Json(title) as _,
        *fee,
        *free_from,
        *minimum,
        *lead_days,
        *cut_off,
        *prepare_hours,
    )
    .execute(&mut *tx)
    .await?;
    delete_places_and_windows(tx, zone).await?;
    insert_places_and_windows(tx, zone, form).await
}

/// Waits for bookings that are not committed yet.
pub async fn is_in_use(tx: &mut PgConnection, zone: i64) -> sqlx::Result<bool> {
    sqlx::query!("select from zone where zone_id = $1 for update", zone).execute(&mut *tx).await?;
    sqlx::query_scalar!(
        r#"select exists (
               select
               from slot
               where zone_id = $1
                 and (
                     taken > 0
                     or exists (
                         select
                         from purchase
                         where purchase.slot_id = slot.slot_id and stage not in ('placed', 'refused')
                     )
                 )
           ) as "is_in_use!""#,
        zone,
    )
    .fetch_one(tx)
    .await
}

/// Only for zones without orders.
pub async fn delete(tx: &mut PgConnection, zone: i64) -> sqlx::Result<()> {
    delete_places_and_windows(tx, zone).await?;
    sqlx::query!("delete from slot where zone_id = $1", zone).execute(&mut *tx).await?;
    sqlx::query!("delete from delivery_holiday where zone_id = $1", zone).execute(&mut *tx).await?;
    sqlx::query!("delete from zone where zone_id = $1", zone).execute(tx).await?;
    Ok(())
}

async fn delete_places_and_windows(tx: &mut PgConnection, zone: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from zone_place where zone_id = $1", zone).execute(&mut *tx).await?;
    sqlx::query!("delete from zone_window where zone_id = $1", zone).execute(tx).await?;
    Ok(())
}

async fn insert_places_and_windows(tx: &mut PgConnection, zone: i64, form: &ZoneForm) -> sqlx::Result<()> {
    let (cities, districts) = columns(&form.places);
    sqlx::query!(
        "insert into zone_place (zone_id, city_id, district_id)
         select $1, city_id, district_id
         from unnest($2::bigint[], $3::bigint[]) as place (city_id, district_id)",
        zone,
        &cities,
        &districts as &[Option<i64>],
    )
    .execute(&mut *tx)
    .await?;
    let starts: Vec<_> = form.windows.iter().map(|window| window.starts).collect();
    let ends: Vec<_> = form.windows.iter().map(|window| window.ends).collect();
    let capacities: Vec<_> = form.windows.iter().map(|window| window.capacity).collect();
    let surcharges: Vec<_> = form.windows.iter().map(|window| window.surcharge).collect();
    sqlx::query!(
        "insert into zone_window (zone_id, starts, ends, capacity, surcharge)
         select $1, starts, ends, capacity, surcharge
         from unnest($2::smallint[], $3::smallint[], $4::integer[], $5::bigint[])
              as new (starts, ends, capacity, surcharge)",
        zone,
        &starts,
        &ends,
        &capacities,
        &surcharges,
    )
    .execute(tx)
    .await?;
    Ok(())
}

fn columns(places: &[Place]) -> (Vec<i64>, Vec<Option<i64>>) {
    places.iter().map(|place| (place.city, place.district)).unzip()
}
