//! A reader's preferences.

use std::collections::{BTreeMap, BTreeSet};

use kit::Language;

use crate::domain::{
    quiet_hours::QuietHours,
    topic::{NotificationChannel, Topic},
};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// A topic without an entry has its default channels.
    pub choices: BTreeMap<Topic, BTreeSet<NotificationChannel>>,
    pub quiet_hours: QuietHours,
    pub digest: Digest,
    /// `None` means the account's language.
    pub language: Option<Language>,
}

/// One mail a day with the notifications that can wait.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Digest {
    #[default]
    Off,
    Daily,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConsentChange {
    pub topic: Topic,
    pub channel: NotificationChannel,
    pub is_given: bool,
}

impl Preferences {
    /// A fixed topic cannot be turned off and always uses its default channels.
    pub fn wants(&self, topic: Topic, channel: NotificationChannel) -> bool {
        match self.choices.get(&topic) {
            Some(channels) if !topic.is_fixed() => channels.contains(&channel),
            _ => topic.default_channels().contains(&channel),
        }
    }

    pub fn channels(&self, topic: Topic) -> BTreeSet<NotificationChannel> {
        NotificationChannel::ALL.into_iter().filter(|channel| self.wants(topic, *channel)).collect()
    }

    pub fn turn_off(&mut self, topic: Topic, channel: NotificationChannel) {
        if !topic.is_fixed() {
            let mut channels = self.channels(topic);
            channels.remove(&channel);
            self.choices.insert(topic, channels);
        }
    }

    pub fn changes_since(&self, before: &Self) -> Vec<ConsentChange> {
        let pairs = Topic::ALL.into_iter().flat_map(|topic| NotificationChannel::ALL.map(|channel| (topic, channel)));
        pairs
            .filter(|(topic, channel)| self.wants(*topic, *channel) != before.wants(*topic, *channel))
            .map(|(topic, channel)| ConsentChange { topic, channel, is_given: self.wants(topic, channel) })
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
        preferences.turn_off(Topic::Account, NotificationChannel::Email);
        assert!(NotificationChannel::ALL.into_iter().all(|channel| preferences.wants(Topic::Account, channel)));
    }

    #[test]
    fn turning_a_channel_off_keeps_the_others() {
        let before = Preferences::default();
        let mut after = before.clone();
        after.turn_off(Topic::Orders, NotificationChannel::Email);
        assert!(after.wants(Topic::Orders, NotificationChannel::InApp));
        assert!(after.wants(Topic::Orders, NotificationChannel::Push));
        let change = ConsentChange { topic: Topic::Orders, channel: NotificationChannel::Email, is_given: false };
        assert_eq!(after.changes_since(&before), [change]);
        assert_eq!(after.changes_since(&after), []);
    }
}
