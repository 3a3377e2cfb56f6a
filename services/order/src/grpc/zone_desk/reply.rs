//! Converts zones and holidays to messages for operators.

use proto::order as pb;

use super::super::promise_desk::into_titles;
use crate::db::{holiday::Holiday, zone_admin::ZoneRecord};

pub fn zone(record: ZoneRecord) -> pb::DeskZone {
    let ZoneRecord { id, version, code, form } = record;
    let places = form.places.into_iter();
    let windows = form.windows.into_iter();
    pb::DeskZone {
        id,
        version,
        code,
        title: Some(into_titles(form.tariff.title)),
        fee: form.tariff.fee,
        free_from: form.tariff.free_from,
        minimum: form.tariff.minimum,
        lead_days: form.tariff.lead_days,
        cut_off: form.tariff.cut_off,
        prepare_hours: form.tariff.prepare_hours,
        places: places.map(|place| pb::ZonePlace { city_id: place.city, district_id: place.district }).collect(),
        windows: windows
            .map(|window| pb::ZoneWindow {
                starts: window.starts.into(),
                ends: window.ends.into(),
                capacity: window.capacity.into(),
                surcharge: window.surcharge,
            })
            .collect(),
    }
}

pub fn holiday(holiday: Holiday) -> pb::DeliveryHoliday {
    pb::DeliveryHoliday {
        id: holiday.id,
        date: holiday.date.to_string(),
        zone_id: holiday.zone,
        title: Some(into_titles(holiday.title)),
        booked: holiday.booked,
    }
}
