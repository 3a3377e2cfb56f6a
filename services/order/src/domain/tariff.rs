//! A zone's delivery tariff, as operators set it and pages show it.

use serde::Serialize;

use super::{bonus::Title, delivery::Window};

/// The highest fee: 1,000 ₼.
const MAX_FEE: i64 = 100_000;
/// The highest threshold: 10,000 ₼, as a higher one would never be reached.
const MAX_THRESHOLD: i64 = 1_000_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tariff {
    pub title: Title,
    pub fee: i64,
    /// `None` if delivery is never free.
    pub free_from: Option<i64>,
    pub minimum: i64,
    pub lead_days: i64,
    pub cut_off: i64,
    pub prepare_hours: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneTariff {
    pub code: String,
    pub tariff: Tariff,
    /// The windows, sorted by hour.
    pub windows: Vec<Window>,
}

/// An unchecked tariff; `None` was not sent.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    pub title: Option<Title>,
    pub fee: Option<i64>,
    pub free_from: Option<i64>,
    pub minimum: Option<i64>,
    pub lead_days: Option<i64>,
    pub cut_off: Option<i64>,
    pub prepare_hours: Option<i64>,
}

impl Draft {
    /// Checks the tariff; the error names every wrong field.
    pub fn check(self) -> Result<Tariff, Vec<(&'static str, &'static str)>> {
        let mut broken = Vec::new();
        let mut take = |field, raw: Option<i64>, most: i64| {
            let complaint = match raw {
                None => Some("required"),
                Some(value) if !(0..=most).contains(&value) => Some("out_of_range"),
                Some(_) => None,
            };
            broken.extend(complaint.map(|code| (field, code)));
            raw.unwrap_or_default()
        };
        let fee = take("fee", self.fee, MAX_FEE);
        let minimum = take("minimum", self.minimum, MAX_THRESHOLD);
        // The number is the highest allowed value.
        let lead_days = take("leadDays", self.lead_days, 10);
        let cut_off = take("cutOff", self.cut_off, 24);
        let prepare_hours = take("prepareHours", self.prepare_hours, 24);
        if self.free_from.is_some() {
            take("freeFrom", self.free_from, MAX_THRESHOLD);
        }
        let Some(title) = self.title else {
            broken.push(("title", "required"));
            return Err(broken);
        };
        let tariff = Tariff { title, fee, free_from: self.free_from, minimum, lead_days, cut_off, prepare_hours };
        if broken.is_empty() { Ok(tariff) } else { Err(broken) }
    }
}

/// Returns the lowest threshold of any zone.
pub fn free_from_lowest(zones: &[ZoneTariff]) -> Option<i64> {
    zones.iter().filter_map(|zone| zone.tariff.free_at()).min()
}

/// Returns the highest threshold; `None` if some zone always charges.
pub fn free_from_everywhere(zones: &[ZoneTariff]) -> Option<i64> {
    let thresholds: Option<Vec<_>> = zones.iter().map(|zone| zone.tariff.free_at()).collect();
    thresholds?.into_iter().max()
}

impl Tariff {
    /// Returns the threshold; 0 without a fee, whatever the threshold.
    fn free_at(&self) -> Option<i64> {
        if self.fee == 0 { Some(0) } else { self.free_from }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title() -> Title {
        Title { az: "Bakı".into(), ru: "Баку".into(), en: "Baku".into() }
    }

    fn draft() -> Draft {
        Draft {
            title: Some(title()),
            fee: Some(300),
            free_from: None,
            minimum: Some(0),
            lead_days: Some(0),
            cut_off: Some(18),
            prepare_hours: Some(2),
        }
    }

    fn zone(fee: i64, free_from: Option<i64>) -> ZoneTariff {
        let tariff = Draft { fee: Some(fee), free_from, ..draft() }.check().unwrap();
        ZoneTariff { code: "baku".into(), tariff, windows: vec![] }
    }

    #[test]
    fn every_missing_or_invalid_field_is_named() {
        assert_eq!(draft().check().unwrap().free_from, None);
        let out_of_range = Draft { free_from: Some(-1), cut_off: Some(25), fee: Some(100_001), ..draft() };
        let expected = [("fee", "out_of_range"), ("cutOff", "out_of_range"), ("freeFrom", "out_of_range")];
        assert_eq!(out_of_range.check().unwrap_err(), expected);
        let named: Vec<_> = Draft::default().check().unwrap_err().into_iter().map(|(field, _)| field).collect();
        assert_eq!(named, ["fee", "minimum", "leadDays", "cutOff", "prepareHours", "title"]);
    }

    #[test]
    fn free_everywhere_requires_every_zone() {
        let zones = [zone(300, Some(5_000)), zone(800, Some(10_000))];
        assert_eq!((free_from_lowest(&zones), free_from_everywhere(&zones)), (Some(5_000), Some(10_000)));
        let one_always_charges = [zone(300, Some(5_000)), zone(1_200, None)];
        assert_eq!(free_from_lowest(&one_always_charges), Some(5_000));
        assert_eq!(free_from_everywhere(&one_always_charges), None);
        assert_eq!(free_from_everywhere(&[zone(0, None), zone(300, Some(700))]), Some(700));
        assert_eq!((free_from_lowest(&[]), free_from_lowest(&[zone(300, None)])), (None, None));
    }
}
