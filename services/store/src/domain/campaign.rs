//! Campaigns: discounts on some or all products of a store, for a time.
//!
//! Campaigns may overlap; the catalogue then applies the largest discount.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kit::Language;
use serde::{Deserialize, Serialize};

const CAMPAIGN_RUNNING: &str = "campaign_running";
/// Error code for changes to an ended or cancelled campaign.
const OVER: &str = "campaign_over";

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    Planned,
    Running,
    Ended,
    Cancelled,
}

impl Status {
    pub const ALL: [Self; 4] = [Self::Planned, Self::Running, Self::Ended, Self::Cancelled];

    /// The schema's check constraint lists the same names.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

/// The texts of a campaign in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    pub name: String,
    #[serde(default)]
    pub text: String,
}

/// Azerbaijani is required, and replaces missing texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllWords {
    pub az: Words,
    #[serde(default)]
    pub ru: Words,
    #[serde(default)]
    pub en: Words,
}

impl AllWords {
    /// Names by language code.
    pub fn names(&self) -> BTreeMap<String, String> {
        let names = [(Language::Az, &self.az), (Language::Ru, &self.ru), (Language::En, &self.en)];
        let names = names.into_iter().map(|(language, words)| {
            let name = if words.name.is_empty() { &self.az.name } else { &words.name };
            (language.code().to_owned(), name.clone())
        });
        names.collect()
    }
}

/// The point that stays visible when the picture is cropped, in per cent from left and top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Focus {
    pub x: i16,
    pub y: i16,
}

impl Focus {
    pub const MIDDLE: Self = Self { x: 50, y: 50 };
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Includes products added later.
    WholeStore,
    /// Sorted ids without duplicates.
    Products(Vec<i64>),
}

/// The part of a campaign that staff choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Store id.
    pub store: i64,
    pub words: AllWords,
    pub image_url: String,
    pub focus: Focus,
    /// Per cent of the full price, 1 to 90.
    pub percent: i16,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub scope: Scope,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    pub id: i64,
    pub plan: Plan,
    pub status: Status,
}

impl Campaign {
    /// Returns the status to change to. A planned campaign whose period has passed ends without running.
    pub fn due_status(&self, now: DateTime<Utc>) -> Option<Status> {
        match self.status {
            Status::Planned | Status::Running if self.plan.ends_at <= now => Some(Status::Ended),
            Status::Planned if self.plan.starts_at <= now => Some(Status::Running),
            _ => None,
        }
    }

    /// Returns an error code if `wanted` is refused. While a campaign runs, only texts, picture and end can change.
    pub fn check_change(&self, wanted: &Plan) -> Result<(), &'static str> {
        match self.status {
            Status::Planned => Ok(()),
            Status::Running => {
                let Plan { store, percent, starts_at, scope, .. } = &self.plan;
                let is_same = (store, percent, starts_at, scope)
                    == (&wanted.store, &wanted.percent, &wanted.starts_at, &wanted.scope);
                if is_same { Ok(()) } else { Err(CAMPAIGN_RUNNING) }
            }
            Status::Ended | Status::Cancelled => Err(OVER),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    /// A campaign of one day with 20 % off and without a Russian name.
    fn campaign(status: Status) -> Campaign {
        let starts_at = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let words = AllWords {
            az: Words { name: "Bahar".to_owned(), text: String::new() },
            ru: Words::default(),
            en: Words { name: "Spring".to_owned(), text: String::new() },
        };
        let plan = Plan {
            store: 1,
            words,
            image_url: String::new(),
            focus: Focus::MIDDLE,
            percent: 20,
            starts_at,
            ends_at: starts_at + TimeDelta::days(1),
            scope: Scope::WholeStore,
        };
        Campaign { id: 1, plan, status }
    }

    #[test]
    fn a_campaign_runs_from_its_start_until_before_its_end() {
        let (planned, running) = (campaign(Status::Planned), campaign(Status::Running));
        let (start, end, second) = (planned.plan.starts_at, planned.plan.ends_at, TimeDelta::seconds(1));
        assert_eq!(planned.due_status(start - second), None);
        assert_eq!(planned.due_status(start), Some(Status::Running));
        assert_eq!(planned.due_status(end), Some(Status::Ended), "a missed campaign ends without running");
        assert_eq!(running.due_status(end - second), None);
        assert_eq!(running.due_status(end), Some(Status::Ended));
        assert_eq!(campaign(Status::Ended).due_status(end), None);
        assert_eq!(campaign(Status::Cancelled).due_status(end), None);
    }

    #[test]
    fn a_running_campaign_keeps_its_discount_and_a_finished_one_is_immutable() {
        let mut wanted = campaign(Status::Planned).plan;
        wanted.ends_at += TimeDelta::days(1);
        wanted.words.az.name = "Yaz".to_owned();
        assert_eq!(campaign(Status::Running).check_change(&wanted), Ok(()));
        wanted.percent = 30;
        assert_eq!(campaign(Status::Running).check_change(&wanted), Err("campaign_running"));
        assert_eq!(campaign(Status::Planned).check_change(&wanted), Ok(()));
        assert_eq!(campaign(Status::Ended).check_change(&wanted), Err("campaign_over"));
        assert_eq!(campaign(Status::Cancelled).check_change(&wanted), Err("campaign_over"));
    }

    #[test]
    fn a_language_without_a_name_uses_the_azerbaijani_one() {
        let names = campaign(Status::Planned).plan.words.names();
        assert_eq!((names["az"].as_str(), names["ru"].as_str(), names["en"].as_str()), ("Bahar", "Bahar", "Spring"));
    }

    #[test]
    fn every_status_is_found_by_its_key() {
        for status in Status::ALL {
            assert_eq!(Status::of_key(status.key()), Some(status));
        }
    }
}
