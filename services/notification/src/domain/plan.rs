//! How something that happened is told outside of the shop: by which ways, and when. The only place that decides it.

use chrono::{DateTime, Utc};

use crate::domain::{
    nature::{Nature, Urgency},
    preferences::{Digest, Preferences},
    topic::Way,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Those that go each by itself, and none that is not wanted.
    pub ways: Vec<Way>,
    pub at: DateTime<Utc>,
    /// When the digest goes that mentions it.
    pub digest_at: Option<DateTime<Utc>>,
}

pub fn plan(nature: &Nature, preferences: &Preferences, now: DateTime<Utc>) -> Plan {
    let Nature { topic, urgency, ways } = nature;
    let mut ways: Vec<Way> = ways.iter().copied().filter(|way| preferences.wants(*topic, *way)).collect();
    let at = match urgency {
        Urgency::AtOnce => now,
        Urgency::Soon | Urgency::Calm => preferences.quiet.passed(now),
    };
    let is_for_digest = *urgency == Urgency::Calm && preferences.digest == Digest::Daily && ways.contains(&Way::Email);
    if is_for_digest {
        ways.retain(|way| *way != Way::Email);
    }
    let digest_at = is_for_digest.then(|| preferences.quiet.digest_after(now));
    Plan { ways, at, digest_at }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::domain::{nature::nature, topic::Topic};

    const KINDS: [&str; 7] = [
        "security",
        "order_on_the_way",
        "birthday_near",
        "campaign_started",
        "price_dropped",
        "review_answered",
        "order_placed",
    ];

    fn at(local: &str) -> DateTime<Utc> {
        format!("2026-11-21T{local}:00+04:00").parse().unwrap()
    }

    #[test]
    fn no_way_is_taken_without_consent_and_every_way_with_it() {
        for kind in KINDS {
            let nature = nature(kind).unwrap();
            for way in Way::ALL {
                let mut chosen = Preferences::default();
                chosen.choices.extend(Topic::ALL.map(|topic| (topic, BTreeSet::from([way]))));
                let is_possible = |possible: &Way| nature.topic.is_fixed() || *possible == way;
                let expected: Vec<Way> = nature.ways.iter().copied().filter(is_possible).collect();
                assert_eq!(plan(&nature, &chosen, at("12:00")).ways, expected, "{kind} by {}", way.key());
                let mut refused = Preferences::default();
                refused.choices.extend(Topic::ALL.map(|topic| (topic, BTreeSet::new())));
                let goes_anyway = nature.topic.is_fixed();
                assert_eq!(!plan(&nature, &refused, at("12:00")).ways.is_empty(), goes_anyway, "{kind}");
            }
        }
    }

    #[test]
    fn the_courier_wakes_people_and_a_campaign_does_not() {
        let everything = Preferences {
            choices: Topic::ALL.map(|topic| (topic, BTreeSet::from(Way::ALL))).into(),
            ..Preferences::default()
        };
        let goes = |kind: &str, now: &str| plan(&nature(kind).unwrap(), &everything, at(now)).at;
        assert_eq!(goes("order_on_the_way", "23:30"), at("23:30"));
        assert_eq!(goes("campaign_started", "23:30"), at("09:00") + chrono::TimeDelta::days(1));
        assert_eq!(goes("order_placed", "08:59"), at("09:00"));
        assert_eq!(goes("campaign_started", "12:00"), at("12:00"));
    }

    #[test]
    fn a_digest_takes_the_mails_that_can_wait_and_nothing_else() {
        let choices = Topic::ALL.map(|topic| (topic, BTreeSet::from(Way::ALL))).into();
        let daily = Preferences { choices, digest: Digest::Daily, ..Preferences::default() };
        let planned = plan(&nature("campaign_started").unwrap(), &daily, at("12:00"));
        assert_eq!(planned.digest_at, Some(at("10:00") + chrono::TimeDelta::days(1)));
        assert!(!planned.ways.contains(&Way::Email));
        for kind in ["order_placed", "order_on_the_way", "security"] {
            let planned = plan(&nature(kind).unwrap(), &daily, at("12:00"));
            assert!(planned.digest_at.is_none() && planned.ways.contains(&Way::Email), "{kind}");
        }
        let no_mail = Preferences { choices: [(Topic::Stores, BTreeSet::from([Way::Push]))].into(), ..daily };
        assert_eq!(plan(&nature("campaign_started").unwrap(), &no_mail, at("12:00")).digest_at, None);
    }
}
