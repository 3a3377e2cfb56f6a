//! The return period, and the goods that are excepted from it. Faulty goods can always be returned.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::bonus::{Term, Title};

/// The legal ground to refuse a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    Perishable,
    Food,
    Hygiene,
    MadeToOrder,
}

/// Goods that cannot be returned. Subcategories are included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exception {
    pub title: Title,
    pub reason: Reason,
    pub categories: Vec<i64>,
}

impl Reason {
    pub const ALL: [Self; 4] = [Self::Perishable, Self::Food, Self::Hygiene, Self::MadeToOrder];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

/// `categories` includes all parents.
pub fn exception_of(exceptions: &[Exception], categories: &[i64]) -> Option<Reason> {
    let is_excepted = |exception: &&Exception| exception.categories.iter().any(|id| categories.contains(id));
    exceptions.iter().find(is_excepted).map(|exception| exception.reason)
}

/// Also the time from which the delivery's bonuses can be spent.
pub fn period_ends(delivered_at: DateTime<Utc>) -> DateTime<Utc> {
    Term::of_delivery(delivered_at).matures_at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exception(reason: Reason, categories: &[i64]) -> Exception {
        let title = Title { az: String::new(), ru: String::new(), en: String::new() };
        Exception { title, reason, categories: categories.to_vec() }
    }

    #[test]
    fn goods_are_excepted_by_any_of_their_categories() {
        let exceptions = [exception(Reason::Perishable, &[22]), exception(Reason::Food, &[41, 60])];
        assert_eq!(exception_of(&exceptions, &[1, 22, 23]), Some(Reason::Perishable));
        assert_eq!(exception_of(&exceptions, &[60]), Some(Reason::Food));
        assert_eq!(exception_of(&exceptions, &[1, 2]), None);
        assert_eq!(exception_of(&[], &[22]), None);
        assert!(Reason::ALL.into_iter().all(|reason| Reason::of_key(reason.key()) == Some(reason)));
    }

    #[test]
    fn the_return_period_ends_fourteen_days_after_the_day_of_delivery() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(period_ends(at("2026-11-25T10:00:00Z")), at("2026-12-09T20:00:00Z"));
    }
}
