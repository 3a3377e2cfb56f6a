//! Checks a delivery zone from an operator: tariff, places and windows.

use std::collections::HashMap;

use kit::input::Checks;
use serde::Serialize;

use super::{bonus::Title, delivery::Window, tariff::Tariff};

/// In qəpik.
const MAX_FEE: i64 = 100_000;
/// In qəpik, of `minimum` and `free_from`.
const MAX_THRESHOLD: i64 = 1_000_000;
const MAX_PLACES: usize = 1_000;
/// Windows per day.
const MAX_WINDOWS: usize = 24;
/// Orders per window and day.
pub const MAX_CAPACITY: i64 = 10_000;

/// A city (except for its districts that belong to other zones), or one district.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub city: i64,
    pub district: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ZoneForm {
    #[serde(flatten)]
    pub tariff: Tariff,
    /// As listed by the operator. Stored zones have them by city and district.
    pub places: Vec<Place>,
    /// Sorted by hour.
    pub windows: Vec<Window>,
}

/// A value that was not sent is `None`.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    pub title: Option<Title>,
    pub fee: Option<i64>,
    pub free_from: Option<i64>,
    pub minimum: Option<i64>,
    pub lead_days: Option<i64>,
    pub cut_off: Option<i64>,
    pub prepare_hours: Option<i64>,
    pub places: Vec<PlaceDraft>,
    pub windows: Vec<WindowDraft>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct PlaceDraft {
    pub city: Option<i64>,
    pub district: Option<i64>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct WindowDraft {
    pub starts: Option<i64>,
    pub ends: Option<i64>,
    pub capacity: Option<i64>,
    pub surcharge: Option<i64>,
}

impl Draft {
    /// The caller has checked the title.
    pub fn check(self, checks: &mut Checks) -> Option<ZoneForm> {
        let fee = checks.take("fee", within(self.fee, 0, MAX_FEE));
        let free_from = self.free_from.map(|raw| within(Some(raw), 0, MAX_THRESHOLD)).transpose();
        let free_from = checks.take("freeFrom", free_from);
        let minimum = checks.take("minimum", within(self.minimum, 0, MAX_THRESHOLD));
        let lead_days = checks.take("leadDays", within(self.lead_days, 0, 10));
        let cut_off = checks.take("cutOff", within(self.cut_off, 0, 24));
        let prepare_hours = checks.take("prepareHours", within(self.prepare_hours, 0, 24));
        let places = check_places(checks, &self.places);
        let windows = check_windows(checks, &self.windows);
        let tariff = Tariff {
            title: self.title?,
            fee: fee?,
            free_from: free_from?,
            minimum: minimum?,
            lead_days: lead_days?,
            cut_off: cut_off?,
            prepare_hours: prepare_hours?,
        };
        Some(ZoneForm { tariff, places: places?, windows: windows? })
    }
}

pub fn within(raw: Option<i64>, min: i64, max: i64) -> Result<i64, &'static str> {
    let value = raw.ok_or("required")?;
    if (min..=max).contains(&value) { Ok(value) } else { Err("out_of_range") }
}

fn check_places(checks: &mut Checks, raw: &[PlaceDraft]) -> Option<Vec<Place>> {
    checks.take("places", check_count(raw.len(), MAX_PLACES))?;
    let id = |raw: i64| if raw > 0 { Ok(raw) } else { Err("invalid") };
    let mut places: Vec<Place> = Vec::with_capacity(raw.len());
    let mut first_index: HashMap<Place, usize> = HashMap::new();
    for (index, draft) in raw.iter().enumerate() {
        let city = checks.take(format!("places[{index}].cityId"), draft.city.ok_or("required").and_then(id));
        let district = checks.take(format!("places[{index}].districtId"), draft.district.map(id).transpose());
        let Some((city, district)) = city.zip(district) else { continue };
        let place = Place { city, district };
        if *first_index.entry(place).or_insert(index) < index {
            checks.fail(format!("places[{index}]"), "duplicate");
        }
        places.push(place);
    }
    Some(places)
}

/// Windows must not overlap. They are sorted by hour.
fn check_windows(checks: &mut Checks, raw: &[WindowDraft]) -> Option<Vec<Window>> {
    checks.take("windows", check_count(raw.len(), MAX_WINDOWS))?;
    let mut windows: Vec<Window> = Vec::with_capacity(raw.len());
    for (index, draft) in raw.iter().enumerate() {
        let at = |field: &str| format!("windows[{index}].{field}");
        let starts = checks.take(at("starts"), within(draft.starts, 0, 23));
        let ends = checks.take(at("ends"), within(draft.ends, 1, 24));
        let capacity = checks.take(at("capacity"), within(draft.capacity, 0, MAX_CAPACITY));
        let surcharge = checks.take(at("surcharge"), within(draft.surcharge, 0, MAX_FEE));
        let Some((starts, ends)) = starts.zip(ends) else { continue };
        if starts >= ends {
            checks.fail(at("ends"), "invalid_hours");
            continue;
        }
        let window = to_window(starts, ends, capacity.unwrap_or_default(), surcharge.unwrap_or_default())?;
        if windows.iter().any(|other| window.starts < other.ends && other.starts < window.ends) {
            checks.fail(at("starts"), "overlaps");
        }
        windows.push(window);
    }
    windows.sort_unstable_by_key(|window| window.starts);
    Some(windows)
}

fn to_window(starts: i64, ends: i64, capacity: i64, surcharge: i64) -> Option<Window> {
    let (starts, ends, capacity) = (starts.try_into().ok()?, ends.try_into().ok()?, capacity.try_into().ok()?);
    Some(Window { starts, ends, capacity, surcharge })
}

fn check_count(count: usize, max: usize) -> Result<(), &'static str> {
    match count {
        0 => Err("required"),
        count if count > max => Err("too_many"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window_draft(starts: i64, ends: i64) -> WindowDraft {
        WindowDraft { starts: Some(starts), ends: Some(ends), capacity: Some(5), surcharge: Some(0) }
    }

    fn city_draft(city: i64) -> PlaceDraft {
        PlaceDraft { city: Some(city), district: None }
    }

    fn draft() -> Draft {
        Draft {
            title: Some(Title { az: "Bakı".into(), ru: "Баку".into(), en: "Baku".into() }),
            fee: Some(300),
            free_from: None,
            minimum: Some(0),
            lead_days: Some(0),
            cut_off: Some(18),
            prepare_hours: Some(2),
            places: vec![city_draft(1), PlaceDraft { city: Some(1), district: Some(103) }],
            windows: vec![window_draft(14, 18), window_draft(10, 14)],
        }
    }

    /// Returns for example `fee: required`.
    fn errors_of(draft: Draft) -> String {
        let mut checks = Checks::default();
        draft.check(&mut checks);
        checks.finish().expect_err("the draft breaks a rule").to_string()
    }

    #[test]
    fn a_zone_has_its_windows_by_hour() {
        let mut checks = Checks::default();
        let form = draft().check(&mut checks).unwrap();
        assert!(checks.finish().is_ok());
        assert_eq!(form.windows.iter().map(|window| window.starts).collect::<Vec<_>>(), [10, 14]);
        assert_eq!(form.tariff.free_from, None);
    }

    #[test]
    fn every_broken_rule_is_named() {
        let absent = "fee: required, minimum: required, leadDays: required, cutOff: required, prepareHours: required, \
                      places: required, windows: required";
        assert_eq!(errors_of(Draft::default()), absent);
        let numbers = Draft { free_from: Some(-1), cut_off: Some(25), fee: Some(100_001), ..draft() };
        assert_eq!(errors_of(numbers), "fee: out_of_range, freeFrom: out_of_range, cutOff: out_of_range");
        let places = vec![PlaceDraft::default(), city_draft(0), city_draft(2), city_draft(2)];
        let places = Draft { places, ..draft() };
        assert_eq!(errors_of(places), "places[0].cityId: required, places[1].cityId: invalid, places[3]: duplicate");
        let windows = vec![window_draft(10, 12), window_draft(12, 12), window_draft(8, 11), window_draft(12, 25)];
        let expected = "windows[1].ends: invalid_hours, windows[2].starts: overlaps, windows[3].ends: out_of_range";
        assert_eq!(errors_of(Draft { windows, ..draft() }), expected);
        assert_eq!(errors_of(Draft { windows: vec![window_draft(0, 1); 25], ..draft() }), "windows: too_many");
    }
}
