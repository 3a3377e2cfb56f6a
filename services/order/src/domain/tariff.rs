//! A zone's delivery tariff, as operators set it and pages show it.

use serde::Serialize;

use super::{bonus::Title, delivery::Window};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tariff {
    pub title: Title,
    pub fee: i64,
    /// Goods from this price are delivered free.
    pub free_from: Option<i64>,
    pub minimum: i64,
    /// Open days from the order to the first day of delivery.
    pub lead_days: i64,
    /// From this hour in Baku, an order counts for the next day.
    pub cut_off: i64,
    /// Hours between the order and the beginning of its window.
    pub prepare_hours: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneTariff {
    pub code: String,
    pub tariff: Tariff,
    /// Sorted by hour.
    pub windows: Vec<Window>,
}

pub fn free_from_lowest(zones: &[ZoneTariff]) -> Option<i64> {
    zones.iter().filter_map(|zone| zone.tariff.free_at()).min()
}

/// Returns `None` if some zone always charges.
pub fn free_from_everywhere(zones: &[ZoneTariff]) -> Option<i64> {
    let thresholds: Option<Vec<_>> = zones.iter().map(|zone| zone.tariff.free_at()).collect();
    thresholds?.into_iter().max()
}

impl Tariff {
    fn free_at(&self) -> Option<i64> {
        if self.fee == 0 { Some(0) } else { self.free_from }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(fee: i64, free_from: Option<i64>) -> ZoneTariff {
        let title = Title { az: "Bakı".into(), ru: "Баку".into(), en: "Baku".into() };
        let tariff = Tariff { title, fee, free_from, minimum: 0, lead_days: 0, cut_off: 18, prepare_hours: 2 };
        ZoneTariff { code: "baku".into(), tariff, windows: vec![] }
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
