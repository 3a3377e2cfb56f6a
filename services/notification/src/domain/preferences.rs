//! What somebody wants to be told, how and when.

use std::collections::{BTreeMap, BTreeSet};

use kit::Language;

use crate::domain::{
    quiet::Quiet,
    topic::{Topic, Way},
};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// Of the topics that were ever chosen about.
    pub choices: BTreeMap<Topic, BTreeSet<Way>>,
    pub quiet: Quiet,
    pub digest: Digest,
    /// `None`: as the account has it.
    pub language: Option<Language>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Digest {
    /// Each mail as it comes.
    #[default]
    Off,
    Daily,
}

/// One answer that changed.
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

    /// Ends one way of a topic; nothing that is fixed.
    pub fn end(&mut self, topic: Topic, way: Way) {
        if !topic.is_fixed() {
            let mut ways = self.ways(topic);
            ways.remove(&way);
            self.choices.insert(topic, ways);
        }
    }

    /// What `self` says otherwise than `before`.
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
    fn what_is_fixed_stays_whatever_a_row_says() {
        let mut preferences = Preferences::default();
        preferences.choices.insert(Topic::Account, BTreeSet::new());
        preferences.end(Topic::Account, Way::Email);
        assert!(Way::ALL.into_iter().all(|way| preferences.wants(Topic::Account, way)));
    }

    #[test]
    fn ending_a_way_leaves_the_others_and_is_told_as_one_change() {
        let before = Preferences::default();
        let mut after = before.clone();
        after.end(Topic::Orders, Way::Email);
        assert!(after.wants(Topic::Orders, Way::InApp) && after.wants(Topic::Orders, Way::Push));
        let change = Change { topic: Topic::Orders, way: Way::Email, is_given: false };
        assert_eq!(after.changes_since(&before), [change]);
        assert_eq!(after.changes_since(&after), []);
    }
}
