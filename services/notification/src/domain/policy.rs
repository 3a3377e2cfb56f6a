//! Topic, urgency and channels of each kind of notification. `kind.rs` declares them, except for the steps of an order;
//! `plan.rs` applies the reader's preferences.

use chrono::TimeDelta;

use crate::domain::{
    kind::Kind,
    order_step::OrderStep,
    topic::{NotificationChannel, Topic},
};

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

/// Returns `None` for a kind that this release does not know; it is shown in the app only.
pub fn policy(key: &str) -> Option<KindPolicy> {
    if let Some(step) = OrderStep::from_key(key) {
        return Some(step_policy(step));
    }
    Kind::from_key(key).map(Kind::policy)
}

fn step_policy(step: OrderStep) -> KindPolicy {
    use Urgency::{Immediate, Normal};
    let (urgency, channels) = match step {
        OrderStep::OnTheWay | OrderStep::PaymentFailed => (Immediate, ALL_OUTSIDE),
        OrderStep::Delivered | OrderStep::Cancelled => (Normal, ALL_OUTSIDE),
        OrderStep::Placed | OrderStep::Returned | OrderStep::Paid | OrderStep::Refunded | OrderStep::PartlyRefunded => {
            (Normal, MAIL_AND_PUSH)
        }
    };
    KindPolicy { topic: Topic::Orders, urgency, channels }
}

/// Returns the topics whose mails can wait for the digest.
pub fn digest_topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> =
        Kind::ALL.iter().map(|kind| kind.policy()).filter(|it| it.urgency == Urgency::Low).map(|it| it.topic).collect();
    topics.retain(|topic| !topic.is_fixed());
    topics.sort_unstable();
    topics.dedup();
    topics
}

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
