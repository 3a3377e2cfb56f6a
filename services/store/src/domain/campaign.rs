//! What a campaign is, what time makes of it, and what of it may still be changed.
//!
//! Campaigns of one store may overlap, also on the same product: the one that takes more off wins while it runs, and the
//! other is there again when it ends. So nobody has to plan around somebody else, and no product ever costs more because
//! one more campaign began. (Who picks the winner is the catalogue, which holds the prices.)

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kit::Language;
use serde::{Deserialize, Serialize};

/// It runs: what shoppers were promised stands.
const RUNNING: &str = "campaign_running";
/// It has ended, or never came.
const OVER: &str = "campaign_over";

/// A stored column with one writer, `app::campaign`.
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

    /// As the table has it; its constraint knows the same names.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

/// What it is called and what is said of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    pub name: String,
    #[serde(default)]
    pub text: String,
}

/// By language; az is always there, and an empty text is read in az.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllWords {
    pub az: Words,
    #[serde(default)]
    pub ru: Words,
    #[serde(default)]
    pub en: Words,
}

impl AllWords {
    /// The name in every language, with az where one has none.
    pub fn names(&self) -> BTreeMap<String, String> {
        let names = [(Language::Az, &self.az), (Language::Ru, &self.ru), (Language::En, &self.en)];
        let names = names.into_iter().map(|(language, words)| {
            let name = if words.name.is_empty() { &self.az.name } else { &words.name };
            (language.code().to_owned(), name.clone())
        });
        names.collect()
    }
}

/// The point of a picture that is shown however it is cropped, in per cent from the left and from the top.
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
    /// Also what comes later.
    WholeStore,
    /// Each once, in order.
    Products(Vec<i64>),
}

/// As an operator wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub store: i64,
    pub words: AllWords,
    pub image_url: String,
    pub focus: Focus,
    /// Off the full price, 1 to 90.
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
    /// What it is from now on; none when it stays what it is. One whose whole period was slept through has never run.
    pub fn turn(&self, now: DateTime<Utc>) -> Option<Status> {
        match self.status {
            Status::Planned | Status::Running if self.plan.ends_at <= now => Some(Status::Ended),
            Status::Planned if self.plan.starts_at <= now => Some(Status::Running),
            _ => None,
        }
    }

    /// Why it may not become what is wanted, if so: before it began all of it may change, afterwards its words and its end.
    pub fn may_become(&self, wanted: &Plan) -> Result<(), &'static str> {
        match self.status {
            Status::Planned => Ok(()),
            Status::Running => {
                let Plan { store, percent, starts_at, scope, .. } = &self.plan;
                let is_same = (store, percent, starts_at, scope)
                    == (&wanted.store, &wanted.percent, &wanted.starts_at, &wanted.scope);
                if is_same { Ok(()) } else { Err(RUNNING) }
            }
            Status::Ended | Status::Cancelled => Err(OVER),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

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
    fn it_runs_from_its_first_moment_and_not_at_its_last() {
        let (planned, running) = (campaign(Status::Planned), campaign(Status::Running));
        let (start, end, moment) = (planned.plan.starts_at, planned.plan.ends_at, TimeDelta::seconds(1));
        assert_eq!(planned.turn(start - moment), None);
        assert_eq!(planned.turn(start), Some(Status::Running));
        assert_eq!(planned.turn(end), Some(Status::Ended), "what was slept through has never run");
        assert_eq!(running.turn(end - moment), None);
        assert_eq!(running.turn(end), Some(Status::Ended));
        assert_eq!(campaign(Status::Ended).turn(end), None);
        assert_eq!(campaign(Status::Cancelled).turn(end), None);
    }

    #[test]
    fn what_runs_keeps_its_prices_and_what_is_over_stays_as_it_was() {
        let mut wanted = campaign(Status::Planned).plan;
        wanted.ends_at += TimeDelta::days(1);
        wanted.words.az.name = "Yaz".to_owned();
        assert_eq!(campaign(Status::Running).may_become(&wanted), Ok(()));
        wanted.percent = 30;
        assert_eq!(campaign(Status::Running).may_become(&wanted), Err("campaign_running"));
        assert_eq!(campaign(Status::Planned).may_become(&wanted), Ok(()));
        assert_eq!(campaign(Status::Ended).may_become(&wanted), Err("campaign_over"));
        assert_eq!(campaign(Status::Cancelled).may_become(&wanted), Err("campaign_over"));
    }

    #[test]
    fn a_language_without_a_name_has_the_azerbaijani_one() {
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
