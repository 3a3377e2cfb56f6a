//! Delivery zones, their daily windows, and the slots (a window on one day) that shoppers book. Closed days have no
//! slots and do not count as days or hours before a delivery.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use super::baku;

/// Minimum number of days shown, including today.
const DAYS_AHEAD: u64 = 14;
/// Minimum number of days shown from the first deliverable one.
const DAYS_OFFERED: u64 = 7;
/// Older slots are reported as unknown.
const PAST_DAYS_KNOWN: u64 = 30;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    pub id: i64,
    pub code: String,
    pub fee: i64,
    /// Goods from this price are delivered free.
    pub free_from: Option<i64>,
    pub minimum: i64,
    /// Open days from the order to the first day of delivery.
    pub lead_days: u64,
    /// From this hour in Baku, an order counts for the next day.
    pub cut_off: i16,
    /// Hours between the order and the beginning of its window.
    pub prepare_hours: i64,
    /// Sorted by hour.
    pub windows: Vec<Window>,
    pub exceptions: Arc<Exceptions>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exceptions {
    pub closed: BTreeSet<NaiveDate>,
    /// Set by staff, by slot id.
    pub capacities: HashMap<String, i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Window {
    /// The hour in Baku.
    pub starts: i16,
    pub ends: i16,
    /// Maximum number of orders.
    pub capacity: i32,
    /// Added to the zone's fee.
    pub surcharge: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// For example `baku-2026-12-31-18`.
    pub id: String,
    pub zone: i64,
    pub date: NaiveDate,
    pub starts: i16,
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub capacity: i32,
    pub surcharge: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unavailable {
    Unknown,
    /// It is too late to order for the slot.
    Over,
    Closed,
    Full,
    /// The goods are not prepared by then.
    TooEarly,
}

impl Zone {
    /// The surcharge applies even if delivery is free.
    pub fn fee(&self, goods: i64, slot: Option<&Slot>) -> i64 {
        let delivery_fee = if self.free_from.is_some_and(|from| goods >= from) { 0 } else { self.fee };
        delivery_fee + slot.map_or(0, |slot| slot.surcharge)
    }

    /// Returns the zone for goods that need days of preparation.
    #[must_use]
    pub fn after(&self, preparation_days: u64) -> Self {
        Self { lead_days: self.lead_days + preparation_days, ..self.clone() }
    }

    pub fn slots(&self, now: DateTime<Utc>) -> impl Iterator<Item = Slot> {
        self.days(now).flat_map(|date| self.slots_of(date))
    }

    pub fn is_in_time(&self, slot: &Slot, now: DateTime<Utc>) -> bool {
        self.order_until(slot).is_some_and(|until| now < until)
    }

    /// Returns the time from which it is too late to order for the slot.
    pub fn order_until(&self, slot: &Slot) -> Option<DateTime<Utc>> {
        let last_day = self.open_day_before(slot.date, usize::try_from(self.lead_days).ok()?)?;
        Some(baku::hour(last_day, self.cut_off).min(self.prepare_from(slot)?))
    }

    /// `full` has the ids of slots that are booked up.
    pub fn is_free(&self, slot: &Slot, full: &HashSet<String>, now: DateTime<Utc>) -> bool {
        let is_offered = slot.capacity > 0 && !full.contains(&slot.id) && !self.is_closed(slot.date);
        is_offered && self.is_in_time(slot, now)
    }

    pub fn slot(&self, id: &str, full: &HashSet<String>, now: DateTime<Utc>) -> Result<Slot, Unavailable> {
        let slot = self.find(id, now).ok_or(Unavailable::Unknown)?;
        match slot {
            slot if self.is_free(&slot, full, now) => Ok(slot),
            slot if !self.is_in_time(&slot, now) => Err(Unavailable::Over),
            slot if self.is_closed(slot.date) => Err(Unavailable::Closed),
            _ => Err(Unavailable::Full),
        }
    }

    /// Like [`slot`](Self::slot), for goods that need days of preparation.
    pub fn slot_after(
        &self,
        preparation_days: u64,
        id: &str,
        full: &HashSet<String>,
        now: DateTime<Utc>,
    ) -> Result<Slot, Unavailable> {
        self.after(preparation_days).slot(id, full, now).map_err(|reason| match reason {
            Unavailable::Over if self.slot(id, full, now).is_ok() => Unavailable::TooEarly,
            reason => reason,
        })
    }

    pub fn next_slot(&self, full: &HashSet<String>, now: DateTime<Utc>) -> Option<Slot> {
        self.slots(now).find(|slot| self.is_free(slot, full, now))
    }

    /// Returns the slot even if it cannot be booked.
    fn find(&self, id: &str, now: DateTime<Utc>) -> Option<Slot> {
        let (date, _) = id.strip_prefix(&self.code)?.strip_prefix('-')?.rsplit_once('-')?;
        let date: NaiveDate = date.parse().ok()?;
        let first = baku::local(now).date().checked_sub_days(Days::new(PAST_DAYS_KNOWN))?;
        if date < first || date > self.last_day(now)? {
            return None;
        }
        self.slots_of(date).find(|slot| slot.id == id)
    }

    fn days(&self, now: DateTime<Utc>) -> impl Iterator<Item = NaiveDate> {
        let last = self.last_day(now);
        let days = self.first_day(now).into_iter().flat_map(|first| first.iter_days());
        days.take_while(move |date| Some(*date) <= last).filter(|date| !self.is_closed(*date))
    }

    /// An order on a closed day counts for the next open one.
    fn first_day(&self, now: DateTime<Utc>) -> Option<NaiveDate> {
        let today = baku::local(now).date();
        let days_late = u64::from(now >= baku::hour(today, self.cut_off));
        let counted_from = today.checked_add_days(Days::new(days_late))?;
        let mut open_days = counted_from.iter_days().filter(|date| !self.is_closed(*date));
        open_days.nth(usize::try_from(self.lead_days).ok()?)
    }

    /// Preparation begins on the day of the slot or on the open day before, because `prepare_hours` is at most a day.
    fn prepare_from(&self, slot: &Slot) -> Option<DateTime<Utc>> {
        match self.prepare_hours - i64::from(slot.starts) {
            before_midnight @ 1.. => {
                let day_before = self.open_day_before(slot.date, 1)?;
                Some(baku::hour(day_before, 24) - TimeDelta::hours(before_midnight))
            }
            _ => Some(slot.from - TimeDelta::hours(self.prepare_hours)),
        }
    }

    /// Counts open days back from `date`, which is day 0.
    fn open_day_before(&self, date: NaiveDate, days: usize) -> Option<NaiveDate> {
        date.iter_days().rev().filter(|day| *day == date || !self.is_closed(*day)).nth(days)
    }

    fn is_closed(&self, date: NaiveDate) -> bool {
        self.exceptions.closed.contains(&date)
    }

    fn last_day(&self, now: DateTime<Utc>) -> Option<NaiveDate> {
        let from_today = baku::local(now).date().checked_add_days(Days::new(DAYS_AHEAD - 1))?;
        let from_first_day = self.first_day(now)?.checked_add_days(Days::new(DAYS_OFFERED - 1))?;
        Some(from_today.max(from_first_day))
    }

    fn slots_of(&self, date: NaiveDate) -> impl Iterator<Item = Slot> {
        self.windows.iter().map(move |window| {
            let id = slot_id(&self.code, date, window.starts);
            Slot {
                zone: self.id,
                date,
                starts: window.starts,
                from: baku::hour(date, window.starts),
                until: baku::hour(date, window.ends),
                capacity: self.exceptions.capacities.get(&id).copied().unwrap_or(window.capacity),
                surcharge: window.surcharge,
                id,
            }
        })
    }
}

pub fn slot_id(zone: &str, date: NaiveDate, starts: i16) -> String {
    format!("{zone}-{date}-{starts:02}")
}

pub fn parse_slot_id(id: &str) -> Option<(&str, NaiveDate, i16)> {
    let (code_and_date, starts) = id.rsplit_once('-')?;
    let (code, date) = code_and_date.split_once('-')?;
    let (date, starts) = (date.parse().ok()?, starts.parse().ok()?);
    (slot_id(code, date, starts) == id).then_some((code, date, starts))
}

impl Unavailable {
    pub fn code(self) -> &'static str {
        match self {
            Self::Unknown => "delivery_slot_not_found",
            Self::Over => "delivery_slot_over",
            Self::Closed => "delivery_slot_closed",
            Self::Full => "delivery_slot_full",
            Self::TooEarly => "delivery_slot_too_early",
        }
    }
}

#[cfg(test)]
mod tests;
