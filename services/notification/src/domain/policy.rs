//! Topic, urgency and channels outside the app of each kind of notification. `plan.rs` applies the reader's
//! preferences.

use chrono::TimeDelta;

use crate::domain::{
    kind::Kind,
    order_step::OrderStep,
    topic::{Topic, Way},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindPolicy {
    pub topic: Topic,
    pub urgency: Urgency,
    /// Channels outside the app, so never [`Way::InApp`].
    pub ways: &'static [Way],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Ignores quiet hours, because it is of no use later: a courier at the door, an intruder in the account.
    AtOnce,
    /// Waits for the end of quiet hours.
    Soon,
    /// Waits for the end of quiet hours; its mail also waits for the digest.
    Calm,
}

const NONE: &[Way] = &[];
const PUSH: &[Way] = &[Way::Push];
const MAIL_AND_PUSH: &[Way] = &[Way::Email, Way::Push];
const ALL_OUTSIDE: &[Way] = &[Way::Email, Way::Sms, Way::Push];

/// Returns `None` for a kind that this release does not know; it is shown in the app only.
pub fn policy(key: &str) -> Option<KindPolicy> {
    if let Some(step) = OrderStep::from_key(key) {
        return Some(of_step(step));
    }
    Kind::ALL.into_iter().find(|kind| kind.key() == key).map(of_kind)
}

fn of_kind(kind: Kind) -> KindPolicy {
    use Urgency::{AtOnce, Calm, Soon};
    let (topic, urgency, ways) = match kind {
        Kind::Welcome => (Topic::Account, Calm, NONE),
        Kind::Security => (Topic::Account, AtOnce, MAIL_AND_PUSH),
        // The auth service sends the mails about these itself, also to the former address.
        Kind::PasswordChanged | Kind::EmailChanged => (Topic::Account, AtOnce, PUSH),
        Kind::InfluencerApproved
        | Kind::InfluencerDeclined
        | Kind::BonusesExpiring
        | Kind::CashoutPaid
        | Kind::CashoutFailed
        | Kind::CashoutDeclined => (Topic::Account, Soon, MAIL_AND_PUSH),
        Kind::BirthdayNear => (Topic::Reminders, Calm, ALL_OUTSIDE),
        // It is of no use tomorrow, so it does not wait for the digest.
        Kind::BirthdayToday => (Topic::Reminders, Soon, MAIL_AND_PUSH),
        Kind::CampaignStarted => (Topic::Stores, Calm, ALL_OUTSIDE),
        Kind::PriceDropped | Kind::BackInStock => (Topic::Favourites, Calm, ALL_OUTSIDE),
        Kind::ReviewPublished | Kind::ReviewRejected | Kind::ReviewAnswered => (Topic::Reviews, Calm, MAIL_AND_PUSH),
    };
    KindPolicy { topic, urgency, ways }
}

fn of_step(step: OrderStep) -> KindPolicy {
    use Urgency::{AtOnce, Soon};
    let (urgency, ways) = match step {
        OrderStep::OnTheWay | OrderStep::PaymentFailed => (AtOnce, ALL_OUTSIDE),
        OrderStep::Delivered | OrderStep::Cancelled => (Soon, ALL_OUTSIDE),
        OrderStep::Placed | OrderStep::Returned | OrderStep::Paid | OrderStep::Refunded | OrderStep::PartlyRefunded => {
            (Soon, MAIL_AND_PUSH)
        }
    };
    KindPolicy { topic: Topic::Orders, urgency, ways }
}

/// Returns the topics whose mails can wait for the digest.
pub fn digest_topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> =
        Kind::ALL.map(of_kind).iter().filter(|it| it.urgency == Urgency::Calm).map(|it| it.topic).collect();
    topics.retain(|topic| !topic.is_fixed());
    topics.sort_unstable();
    topics.dedup();
    topics
}

impl Urgency {
    /// Returns the rank in queues. Smaller values are more urgent.
    pub fn rank(self) -> i16 {
        match self {
            Self::AtOnce => 1,
            Self::Soon => 2,
            Self::Calm => 3,
        }
    }

    /// Returns how long after its event a notification may still be sent.
    pub fn max_age(self) -> TimeDelta {
        match self {
            Self::AtOnce => TimeDelta::hours(3),
            Self::Soon => TimeDelta::days(1),
            Self::Calm => TimeDelta::days(2),
        }
    }
}
