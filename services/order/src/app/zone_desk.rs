//! Delivery zones. Each change locks all of them, because places move between zones. Existing orders keep their fee and
//! slot.

mod capacity;
mod holidays;

use std::collections::HashMap;

use audit::Entry;
use kit::{Error, Result, client::CallContext, error::FieldError, identity::Caller, slug};
use serde_json::{Value, json};
use sqlx::PgConnection;

pub use self::{
    capacity::{SetCapacity, set_capacity},
    holidays::{add_holiday, remove_holiday},
};
use crate::{
    App,
    app::SNAPSHOT,
    auth::Places,
    db::zone_admin::{self, ZoneRecord},
    domain::zone_form::{Place, ZoneForm},
};

const NOT_FOUND: Error = Error::NotFound("zone_not_found");
const MAX_ZONES: usize = 100;
/// For a title without letters.
const FALLBACK_CODE: &str = "zona";
/// A slot id has at most 64 characters: the zone's code, date, hour and a number.
const MAX_CODE_LENGTH: usize = 40;

pub struct Submitted {
    pub form: ZoneForm,
    pub move_places: bool,
}

/// Also returns the cities that no zone covers completely.
pub async fn list(app: &App, context: &CallContext) -> Result<(Vec<ZoneRecord>, Vec<i64>)> {
    let places = app.auth.places(context).await?;
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let zones = zone_admin::all(&mut tx).await?;
    tx.commit().await?;
    let uncovered = places.uncovered(&zones);
    Ok((zones, uncovered))
}

pub async fn get(app: &App, zone: i64) -> Result<ZoneRecord> {
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let record = zone_admin::find(&mut tx, zone).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    Ok(record)
}

pub async fn create(app: &App, operator: &Caller, context: &CallContext, submitted: Submitted) -> Result<ZoneRecord> {
    app.auth.places(context).await?.check(&submitted.form.places)?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let zones = zone_admin::lock_all(&mut tx).await?;
    if zones.len() >= MAX_ZONES {
        return Err(Error::conflict("too_many_zones"));
    }
    take_places(&mut tx, app, operator, None, &submitted).await?;
    let form = sorted(submitted.form);
    let taken: Vec<_> = zones.into_iter().map(|(_, code)| code).collect();
    let zone = zone_admin::insert(&mut tx, &free_code(&form.tariff.title.az, &taken), &form).await?;
    let record = zone_admin::find(&mut tx, zone).await?.ok_or(NOT_FOUND)?;
    record_change(&mut tx, app, operator, "zone_created", zone, Value::Null, json!(record.form)).await?;
    tx.commit().await?;
    app.zones.forget();
    tracing::info!(zone.id = zone, "Zone {} created by operator {}", record.code, operator.account);
    Ok(record)
}

/// Fails if the zone has changed since `version`.
pub async fn update(
    app: &App,
    operator: &Caller,
    context: &CallContext,
    zone: i64,
    version: i64,
    submitted: Submitted,
) -> Result<ZoneRecord> {
    app.auth.places(context).await?.check(&submitted.form.places)?;
    let mut tx = kit::db::begin(&app.pool).await?;
    zone_admin::lock_all(&mut tx).await?;
    let before = zone_admin::find(&mut tx, zone).await?.ok_or(NOT_FOUND)?;
    if before.form == sorted(submitted.form.clone()) {
        return Ok(before);
    }
    if before.version != version {
        return Err(Error::conflict("zone_changed"));
    }
    take_places(&mut tx, app, operator, Some(zone), &submitted).await?;
    zone_admin::update(&mut tx, zone, &sorted(submitted.form)).await?;
    let after = zone_admin::find(&mut tx, zone).await?.ok_or(NOT_FOUND)?;
    record_change(&mut tx, app, operator, "zone_changed", zone, json!(before.form), json!(after.form)).await?;
    tx.commit().await?;
    app.zones.forget();
    tracing::info!(zone.id = zone, "Zone {} changed by operator {}", after.code, operator.account);
    Ok(after)
}

/// Refuses a zone in which an order was delivered.
pub async fn delete(app: &App, operator: &Caller, zone: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let zones = zone_admin::lock_all(&mut tx).await?;
    let before = zone_admin::find(&mut tx, zone).await?.ok_or(NOT_FOUND)?;
    if zones.len() == 1 || zone_admin::is_in_use(&mut tx, zone).await? {
        return Err(Error::conflict("zone_in_use"));
    }
    zone_admin::delete(&mut tx, zone).await?;
    record_change(&mut tx, app, operator, "zone_deleted", zone, json!(before.form), Value::Null).await?;
    tx.commit().await?;
    app.zones.forget();
    tracing::info!(zone.id = zone, "Zone {} deleted by operator {}", before.code, operator.account);
    Ok(())
}

/// Takes the places from other zones if `move_places` is set, and refuses them otherwise.
async fn take_places(
    tx: &mut PgConnection,
    app: &App,
    operator: &Caller,
    zone: Option<i64>,
    submitted: &Submitted,
) -> Result<()> {
    let places = &submitted.form.places;
    let taken: HashMap<Place, i64> = zone_admin::places_of_others(tx, zone, places).await?.into_iter().collect();
    if taken.is_empty() {
        return Ok(());
    }
    if !submitted.move_places {
        return Err(refuse_places(places, "place_taken", |place| taken.contains_key(place)));
    }
    let mut others: Vec<_> = taken.values().copied().collect();
    others.sort_unstable();
    others.dedup();
    let moved: Vec<_> = taken.keys().copied().collect();
    zone_admin::remove_places(tx, &moved, &others).await?;
    for other in others {
        let after = zone_admin::find(tx, other).await?.ok_or(NOT_FOUND)?.form.places;
        let of_other = taken.iter().filter(|(_, zone)| **zone == other).map(|(place, _)| *place);
        let mut before: Vec<_> = after.iter().copied().chain(of_other).collect();
        before.sort_unstable();
        let (before, after) = (json!({"places": before}), json!({"places": after}));
        record_change(tx, app, operator, "zone_changed", other, before, after).await?;
    }
    Ok(())
}

async fn record_change(
    tx: &mut PgConnection,
    app: &App,
    operator: &Caller,
    action: &'static str,
    zone: i64,
    before: Value,
    after: Value,
) -> Result<()> {
    let entry = Entry::new(action, "zone", zone).changed(before, after);
    audit::insert(tx, operator, entry, app.clock.now()).await?;
    Ok(())
}

fn refuse_places(places: &[Place], code: &'static str, is_refused: impl Fn(&Place) -> bool) -> Error {
    let refused = places.iter().enumerate().filter(|(_, place)| is_refused(place));
    Error::Invalid(refused.map(|(index, _)| FieldError { field: format!("places[{index}]").into(), code }).collect())
}

/// Sorts as stored, so that forms can be compared.
fn sorted(mut form: ZoneForm) -> ZoneForm {
    form.places.sort_unstable();
    form
}

/// For example `bakinin_qesebeleri`.
fn free_code(title: &str, taken: &[String]) -> String {
    let mut code = slug::from_name(title, FALLBACK_CODE);
    code.truncate(MAX_CODE_LENGTH);
    let taken: Vec<_> = taken.iter().map(|code| code.replace('_', "-")).collect();
    slug::first_free(code.trim_end_matches('-'), &taken).replace('-', "_")
}

impl Places {
    fn check(&self, places: &[Place]) -> Result<()> {
        let is_known = |place: &Place| match place.district {
            None => self.cities.contains(&place.city),
            Some(district) => self.districts.get(&place.city).is_some_and(|all| all.contains(&district)),
        };
        if places.iter().all(is_known) {
            return Ok(());
        }
        Err(refuse_places(places, "unknown_place", |place| !is_known(place)))
    }

    fn uncovered(&self, zones: &[ZoneRecord]) -> Vec<i64> {
        let places: Vec<_> = zones.iter().flat_map(|zone| &zone.form.places).collect();
        let covers = |city: i64, district: Option<i64>| places.contains(&&Place { city, district });
        let is_covered = |city: i64| {
            let districts = self.districts.get(&city).filter(|districts| !districts.is_empty());
            let are_covered = |districts: &Vec<i64>| districts.iter().all(|district| covers(city, Some(*district)));
            covers(city, None) || districts.is_some_and(are_covered)
        };
        self.cities.iter().copied().filter(|city| !is_covered(*city)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zone_codes_are_unique_and_made_of_titles() {
        let taken = ["baki", "baki_2", "zona"].map(str::to_owned);
        assert_eq!(free_code("Bakının qəsəbələri", &taken), "bakinin_qesebeleri");
        assert_eq!(free_code("Bakı", &taken), "baki_3");
        assert_eq!(free_code("🎁", &taken), "zona_2");
        assert_eq!(free_code("7", &taken), "zona_7");
        assert!(free_code(&"Naxçıvan və digər rayonlar ".repeat(4), &taken).len() <= MAX_CODE_LENGTH);
    }
}
