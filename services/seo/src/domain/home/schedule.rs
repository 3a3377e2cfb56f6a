//! Periods in which sections show. Yearly periods are compared in Baku, where the time is UTC+4 all year.

use chrono::{DateTime, Datelike as _, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

const UTC_OFFSET: TimeDelta = TimeDelta::hours(4);
const MAX_YEARLY_PERIOD: TimeDelta = TimeDelta::days(366);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    from: Option<DateTime<Utc>>,
    /// Exclusive.
    until: Option<DateTime<Utc>>,
    is_yearly: bool,
}

/// The invalid end of the period, and the code of its error.
pub type Refusal = (Bound, &'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    From,
    Until,
}

impl Schedule {
    pub fn new(from: Option<DateTime<Utc>>, until: Option<DateTime<Utc>>, is_yearly: bool) -> Result<Self, Refusal> {
        match (from, until) {
            (None, None) => return Err((Bound::From, "required")),
            (None, Some(_)) if is_yearly => return Err((Bound::From, "required")),
            (Some(_), None) if is_yearly => return Err((Bound::Until, "required")),
            (Some(from), Some(until)) if until <= from => return Err((Bound::Until, "invalid_period")),
            (Some(from), Some(until)) if is_yearly && until - from > MAX_YEARLY_PERIOD => {
                return Err((Bound::Until, "out_of_range"));
            }
            _ => {}
        }
        Ok(Self { from, until, is_yearly })
    }

    pub fn from(&self) -> Option<DateTime<Utc>> {
        self.from
    }

    pub fn until(&self) -> Option<DateTime<Utc>> {
        self.until
    }

    pub fn is_yearly(&self) -> bool {
        self.is_yearly
    }

    pub fn shows_at(&self, time: DateTime<Utc>) -> bool {
        match (self.from, self.until) {
            (Some(from), Some(until)) if self.is_yearly => is_in_season(in_baku(from), in_baku(until), in_baku(time)),
            (from, until) => from.is_none_or(|from| from <= time) && until.is_none_or(|until| time < until),
        }
    }
}

fn is_in_season(from: NaiveDateTime, until: NaiveDateTime, time: NaiveDateTime) -> bool {
    let [start, end, now] = [from, until, time].map(place_in_year);
    if (until.year() - from.year(), end) >= (1, start) {
        // The period lasts a year or longer, so it has no gap before it repeats.
        true
    } else if start < end {
        start <= now && now < end
    } else {
        // It contains New Year.
        start <= now || now < end
    }
}

fn in_baku(time: DateTime<Utc>) -> NaiveDateTime {
    (time + UTC_OFFSET).naive_utc()
}

/// Comparable across years: in other years, 29 February lies between 28 February and 1 March.
fn place_in_year(time: NaiveDateTime) -> (u32, u32, NaiveTime) {
    (time.month(), time.day(), time.time())
}

#[cfg(test)]
mod tests;
