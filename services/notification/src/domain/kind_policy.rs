//! How kinds are sent.

use chrono::TimeDelta;

use crate::domain::topic::{NotificationChannel, Topic};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindPolicy {
    pub topic: Topic,
    pub urgency: Urgency,
    /// The reader's preferences decide which of them are used.
    pub channels: &'static [NotificationChannel],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Ignores quiet hours: a courier at the door, an intruder in the account.
    Immediate,
    /// Waits for the end of quiet hours.
    Normal,
    /// Its mail also waits for the digest.
    Low,
}

pub const NONE: &[NotificationChannel] = &[];
pub const PUSH: &[NotificationChannel] = &[NotificationChannel::Push];
pub const MAIL_AND_PUSH: &[NotificationChannel] = &[NotificationChannel::Email, NotificationChannel::Push];
pub const ALL_OUTSIDE: &[NotificationChannel] =
    &[NotificationChannel::Email, NotificationChannel::Sms, NotificationChannel::Push];

impl Urgency {
    /// Smaller is more urgent.
    pub fn rank(self) -> i16 {
        match self {
            Self::Immediate => 1,
            Self::Normal => 2,
            Self::Low => 3,
        }
    }

    /// A notification is not sent later than this after its event.
    pub fn max_age(self) -> TimeDelta {
        match self {
            Self::Immediate => TimeDelta::hours(3),
            Self::Normal => TimeDelta::days(1),
            Self::Low => TimeDelta::days(2),
        }
    }
}
