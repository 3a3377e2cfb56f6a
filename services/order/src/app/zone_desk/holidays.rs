//! On a holiday nothing is delivered, in one zone or in all.

use audit::Entry;
use chrono::Days;
use kit::{Error, Result, db::OnConstraint as _, identity::Caller};
use serde_json::{Value, json};

use crate::{
    App,
    db::holiday::{self, Holiday, NewHoliday},
    domain::baku,
};

const NOT_FOUND: Error = Error::NotFound("holiday_not_found");
/// About two years.
const DAYS_AHEAD: u64 = 731;

/// Orders that are already booked for the day stay.
pub async fn add_holiday(app: &App, operator: &Caller, new: &NewHoliday) -> Result<Holiday> {
    let now = app.clock.now();
    let today = baku::local(now).date();
    if new.date < today {
        return Err(Error::invalid("date", "in_the_past"));
    }
    if today.checked_add_days(Days::new(DAYS_AHEAD)).is_none_or(|last| new.date > last) {
        return Err(Error::invalid("date", "out_of_range"));
    }
    let mut tx = kit::db::begin(&app.pool).await?;
    let inserted = holiday::insert(&mut tx, new, operator.account, now).await;
    let inserted =
        inserted.on_constraint("delivery_holiday_zone_fkey", || Error::invalid("zoneId", "unknown_value"))?;
    let id = inserted.ok_or_else(|| Error::invalid("date", "duplicate"))?;
    let added = holiday::find(&mut tx, id).await?.ok_or(NOT_FOUND)?;
    let entry = Entry::new("holiday_added", "holiday", id).changed(Value::Null, fields(new));
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    app.zones.forget();
    tracing::info!(holiday.id = id, "Day {} closed by operator {}", new.date, operator.account);
    Ok(added)
}

pub async fn remove_holiday(app: &App, operator: &Caller, id: i64) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let removed = holiday::delete(&mut tx, id).await?.ok_or(NOT_FOUND)?;
    let entry = Entry::new("holiday_removed", "holiday", id).changed(fields(&removed), Value::Null);
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;
    tx.commit().await?;
    app.zones.forget();
    tracing::info!(holiday.id = id, "Day {} opened by operator {}", removed.date, operator.account);
    Ok(())
}

fn fields(holiday: &NewHoliday) -> Value {
    json!({"date": holiday.date, "zoneId": holiday.zone, "title": holiday.title})
}
