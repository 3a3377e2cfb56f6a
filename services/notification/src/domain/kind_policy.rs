//! What the policy of a kind says: its topic, its urgency and its channels outside the app.

use chrono::TimeDelta;

use crate::domain::topic::{NotificationChannel, Topic};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindPolicy {
    pub topic: Topic,
    pub urgency: Urgency,
    /// Channels outside the app, so never [`NotificationChannel::InApp`].
    pub channels: &'static [NotificationChannel],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Ignores quiet hours, because it is of no use later: a courier at the door, an intruder in the account.
    Immediate,
    /// Waits for the end of quiet hours.
    Normal,
    /// Waits for the end of quiet hours; its mail also waits for the digest.
    Low,
}

/// The notification is shown in the app only.
pub const NONE: &[NotificationChannel] = &[];
pub const PUSH: &[NotificationChannel] = &[NotificationChannel::Push];
pub const MAIL_AND_PUSH: &[NotificationChannel] = &[NotificationChannel::Email, NotificationChannel::Push];
pub const ALL_OUTSIDE: &[NotificationChannel] =
    &[NotificationChannel::Email, NotificationChannel::Sms, NotificationChannel::Push];

impl Urgency {
    /// Returns the rank in queues. Smaller values are more urgent.
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
