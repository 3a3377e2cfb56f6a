//! Plans the channels and times of a notification.

use chrono::{DateTime, Utc};

use crate::domain::{
    kind_policy::{KindPolicy, Urgency},
    preferences::{Digest, Preferences},
    topic::NotificationChannel,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Without those that the digest covers.
    pub channels: Vec<NotificationChannel>,
    pub due_at: DateTime<Utc>,
    pub digest_at: Option<DateTime<Utc>>,
}

/// A wanted digest replaces the mail of a notification that can wait.
pub fn plan(policy: &KindPolicy, preferences: &Preferences, now: DateTime<Utc>) -> Plan {
    let KindPolicy { topic, urgency, channels } = policy;
    let mut channels: Vec<NotificationChannel> =
        channels.iter().copied().filter(|channel| preferences.wants(*topic, *channel)).collect();
    let due_at = match urgency {
        Urgency::Immediate => now,
        Urgency::Normal | Urgency::Low => preferences.quiet_hours.earliest(now),
    };
    let is_in_digest = *urgency == Urgency::Low
        && preferences.digest == Digest::Daily
        && channels.contains(&NotificationChannel::Email);
    if is_in_digest {
        channels.retain(|channel| *channel != NotificationChannel::Email);
    }
    let digest_at = is_in_digest.then(|| preferences.quiet_hours.digest_after(now));
    Plan { channels, due_at, digest_at }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::domain::{policy::policy, topic::Topic};

    /// Kinds of different topics and urgencies.
    const KINDS: [&str; 7] = [
        "security",
        "order_on_the_way",
        "birthday_near",
        "campaign_started",
        "price_dropped",
        "review_answered",
        "order_placed",
    ];

    /// A time of day in Baku.
    fn at(local: &str) -> DateTime<Utc> {
        format!("2026-11-21T{local}:00+04:00").parse().unwrap()
    }

    #[test]
    fn only_wanted_channels_are_used_unless_the_topic_is_fixed() {
        for kind in KINDS {
            let policy = policy(kind).unwrap();
            for channel in NotificationChannel::ALL {
                let mut chosen = Preferences::default();
                chosen.choices.extend(Topic::ALL.map(|topic| (topic, BTreeSet::from([channel]))));
                let is_possible = |possible: &NotificationChannel| policy.topic.is_fixed() || *possible == channel;
                let expected: Vec<NotificationChannel> = policy.channels.iter().copied().filter(is_possible).collect();
                assert_eq!(plan(&policy, &chosen, at("12:00")).channels, expected, "{kind} by {}", channel.key());
                let mut refused = Preferences::default();
                refused.choices.extend(Topic::ALL.map(|topic| (topic, BTreeSet::new())));
                let is_sent = policy.topic.is_fixed();
                assert_eq!(!plan(&policy, &refused, at("12:00")).channels.is_empty(), is_sent, "{kind}");
            }
        }
    }

    #[test]
    fn only_urgent_notifications_ignore_quiet_hours() {
        let everything = Preferences {
            choices: Topic::ALL.map(|topic| (topic, BTreeSet::from(NotificationChannel::ALL))).into(),
            ..Preferences::default()
        };
        let sent_at = |kind: &str, now: &str| plan(&policy(kind).unwrap(), &everything, at(now)).due_at;
        assert_eq!(sent_at("order_on_the_way", "23:30"), at("23:30"));
        assert_eq!(sent_at("campaign_started", "23:30"), at("09:00") + chrono::TimeDelta::days(1));
        assert_eq!(sent_at("order_placed", "08:59"), at("09:00"));
        assert_eq!(sent_at("campaign_started", "12:00"), at("12:00"));
    }

    #[test]
    fn digest_replaces_only_mails_that_can_wait() {
        let choices = Topic::ALL.map(|topic| (topic, BTreeSet::from(NotificationChannel::ALL))).into();
        let daily = Preferences { choices, digest: Digest::Daily, ..Preferences::default() };
        let planned = plan(&policy("campaign_started").unwrap(), &daily, at("12:00"));
        assert_eq!(planned.digest_at, Some(at("10:00") + chrono::TimeDelta::days(1)));
        assert!(!planned.channels.contains(&NotificationChannel::Email));
        for kind in ["order_placed", "order_on_the_way", "security"] {
            let planned = plan(&policy(kind).unwrap(), &daily, at("12:00"));
            assert_eq!(planned.digest_at, None, "{kind}");
            assert!(planned.channels.contains(&NotificationChannel::Email), "{kind}");
        }
        let no_mail =
            Preferences { choices: [(Topic::Stores, BTreeSet::from([NotificationChannel::Push]))].into(), ..daily };
        assert_eq!(plan(&policy("campaign_started").unwrap(), &no_mail, at("12:00")).digest_at, None);
    }
}
