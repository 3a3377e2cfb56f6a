//! Preferences of an account: topics, channels, digest and quiet hours.

use std::collections::{BTreeMap, BTreeSet};

use kit::Language;

use crate::domain::{
    quiet::Quiet,
    topic::{Topic, Way},
};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// The chosen channels by topic. Other topics have their defaults.
    pub choices: BTreeMap<Topic, BTreeSet<Way>>,
    pub quiet: Quiet,
    pub digest: Digest,
    /// `None` means the account's language.
    pub language: Option<Language>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Digest {
    /// Mails are sent one by one.
    #[default]
    Off,
    Daily,
}

/// A consent that was given or withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub topic: Topic,
    pub way: Way,
    pub is_given: bool,
}

impl Preferences {
    pub fn wants(&self, topic: Topic, way: Way) -> bool {
        match self.choices.get(&topic) {
            Some(ways) if !topic.is_fixed() => ways.contains(&way),
            _ => topic.by_default().contains(&way),
        }
    }

    pub fn ways(&self, topic: Topic) -> BTreeSet<Way> {
        Way::ALL.into_iter().filter(|way| self.wants(topic, *way)).collect()
    }

    /// Turns a channel of a topic off. Fixed topics stay on.
    pub fn turn_off(&mut self, topic: Topic, way: Way) {
        if !topic.is_fixed() {
            let mut ways = self.ways(topic);
            ways.remove(&way);
            self.choices.insert(topic, ways);
        }
    }

    /// Returns the choices that differ from `before`.
    pub fn changes_since(&self, before: &Self) -> Vec<Change> {
        let all = Topic::ALL.into_iter().flat_map(|topic| Way::ALL.map(|way| (topic, way)));
        all.filter(|(topic, way)| self.wants(*topic, *way) != before.wants(*topic, *way))
            .map(|(topic, way)| Change { topic, way, is_given: self.wants(topic, way) })
            .collect()
    }
}

impl Digest {
    pub fn key(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Daily => "daily",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Off, Self::Daily].into_iter().find(|digest| digest.key() == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_topics_ignore_stored_choices() {
        let mut preferences = Preferences::default();
        preferences.choices.insert(Topic::Account, BTreeSet::new());
        preferences.turn_off(Topic::Account, Way::Email);
        assert!(Way::ALL.into_iter().all(|way| preferences.wants(Topic::Account, way)));
    }

    #[test]
    fn turning_a_channel_off_keeps_the_others() {
        let before = Preferences::default();
        let mut after = before.clone();
        after.turn_off(Topic::Orders, Way::Email);
        assert!(after.wants(Topic::Orders, Way::InApp) && after.wants(Topic::Orders, Way::Push));
        let change = Change { topic: Topic::Orders, way: Way::Email, is_given: false };
        assert_eq!(after.changes_since(&before), [change]);
        assert_eq!(after.changes_since(&after), []);
    }
}
