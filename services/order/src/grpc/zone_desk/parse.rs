//! Validates operators' requests about delivery zones, and reports every broken rule at once.

use chrono::{DateTime, NaiveDate, Utc};
use kit::{Error, Result, cursor, input::Checks};
use proto::order::{
    CreateZoneRequest, HolidayDraft, HolidayListRequest, SetCapacityRequest, UpdateZoneRequest, ZoneDraft,
};

use super::super::{desk::search::day, parse::positive, promise_desk::titles};
use crate::{
    app::zone_desk::{SetCapacity, Submitted},
    db::holiday::{NewHoliday, Position},
    domain::{
        baku,
        zone_form::{Draft, MAX_CAPACITY, PlaceDraft, WindowDraft, ZoneForm, within},
    },
};

/// A request for a page of holidays.
pub struct List {
    pub since: NaiveDate,
    /// The end of the page before.
    pub after: Option<Position>,
    pub limit: i64,
}

pub fn creation(request: CreateZoneRequest) -> Result<Submitted> {
    let mut checks = Checks::default();
    let form = form(&mut checks, request.zone.unwrap_or_default());
    checks.finish()?;
    let form = form.ok_or_else(|| Error::invalid("", "invalid"))?;
    Ok(Submitted { form, move_places: request.move_places })
}

/// Returns the version that the operator has read, and the new zone.
pub fn update(request: UpdateZoneRequest) -> Result<(i64, Submitted)> {
    let mut checks = Checks::default();
    let version = checks.take("version", request.version.ok_or("required").and_then(positive));
    let form = form(&mut checks, request.zone.unwrap_or_default());
    checks.finish()?;
    let (version, form) = version.zip(form).ok_or_else(|| Error::invalid("", "invalid"))?;
    Ok((version, Submitted { form, move_places: request.move_places }))
}

/// Lists holidays from today on by default.
pub fn list(request: &HolidayListRequest, now: DateTime<Utc>) -> Result<List> {
    let mut checks = Checks::default();
    let since = checks.take("since", request.since.as_deref().map(day).transpose());
    checks.finish()?;
    let since = since.flatten().unwrap_or_else(|| baku::local(now).date());
    Ok(List { since, after: cursor::parse(request.cursor.as_deref())?, limit: cursor::limit(request.limit)? })
}

pub fn holiday(request: HolidayDraft) -> Result<NewHoliday> {
    let mut checks = Checks::default();
    let date =
        checks.take("date", request.date.as_deref().filter(|raw| !raw.is_empty()).ok_or("required").and_then(day));
    let zone = checks.take("zoneId", request.zone_id.map(positive).transpose());
    let title = titles(&mut checks, "title", request.title);
    checks.finish()?;
    let new = || Some(NewHoliday { date: date?, zone: zone?, title: title? });
    new().ok_or_else(|| Error::invalid("", "invalid"))
}

/// Without a capacity, the slot gets that of its window.
pub fn capacity(request: SetCapacityRequest) -> Result<SetCapacity> {
    let mut checks = Checks::default();
    let capacity = request.capacity.map(|raw| within(Some(raw), 0, MAX_CAPACITY)).transpose();
    let capacity = checks.take("capacity", capacity).flatten();
    let version = checks.take("version", within(request.version, 0, i64::MAX));
    checks.finish()?;
    let capacity = capacity.map(i32::try_from).transpose().map_err(Error::internal)?;
    Ok(SetCapacity { slot_id: request.slot_id, capacity, version: version.unwrap_or_default() })
}

fn form(checks: &mut Checks, raw: ZoneDraft) -> Option<ZoneForm> {
    let title = titles(checks, "title", raw.title);
    let draft = Draft {
        title,
        fee: raw.fee,
        free_from: raw.free_from,
        minimum: raw.minimum,
        lead_days: raw.lead_days,
        cut_off: raw.cut_off,
        prepare_hours: raw.prepare_hours,
        places: raw
            .places
            .iter()
            .map(|place| PlaceDraft { city: place.city_id, district: place.district_id })
            .collect(),
        windows: raw
            .windows
            .iter()
            .map(|window| WindowDraft {
                starts: window.starts,
                ends: window.ends,
                capacity: window.capacity,
                surcharge: window.surcharge,
            })
            .collect(),
    };
    draft.check(checks)
}
