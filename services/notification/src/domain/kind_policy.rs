//! The policy of a kind of notifications: its topic, its urgency and the channels outside the app that it may use.

use chrono::TimeDelta;

use crate::domain::topic::{NotificationChannel, Topic};

/// The rules for sending the notifications of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindPolicy {
    pub topic: Topic,
    pub urgency: Urgency,
    /// The channels outside the app. The reader's preferences decide which of them are used.
    pub channels: &'static [NotificationChannel],
}

/// How soon a reader must learn of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Ignores quiet hours: a courier at the door, an intruder in the account.
    Immediate,
    /// Waits for the end of quiet hours.
    Normal,
    /// Waits for the end of quiet hours. Its mail also waits for the digest.
    Low,
}

pub const NONE: &[NotificationChannel] = &[];
pub const PUSH: &[NotificationChannel] = &[NotificationChannel::Push];
pub const MAIL_AND_PUSH: &[NotificationChannel] = &[NotificationChannel::Email, NotificationChannel::Push];
pub const ALL_OUTSIDE: &[NotificationChannel] =
    &[NotificationChannel::Email, NotificationChannel::Sms, NotificationChannel::Push];

impl Urgency {
    /// Returns the order in queues: smaller is more urgent.
    pub fn rank(self) -> i16 {
        match self {
            Self::Immediate => 1,
            Self::Normal => 2,
            Self::Low => 3,
        }
    }

    /// Returns how long after its event a notification may still be sent.
    pub fn max_age(self) -> TimeDelta {
        match self {
            Self::Immediate => TimeDelta::hours(3),
            Self::Normal => TimeDelta::days(1),
            Self::Low => TimeDelta::days(2),
        }
    }
}
