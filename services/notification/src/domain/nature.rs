//! What each kind is about, how much it hurries, and which ways outside of the shop are worth taking for it. What the reader
//! wants of that is another question (`plan.rs`).

use chrono::TimeDelta;

use crate::domain::{
    kind::Kind,
    step::Step,
    topic::{Topic, Way},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nature {
    pub topic: Topic,
    pub urgency: Urgency,
    /// Never `in_app`: that is no way out of the shop.
    pub ways: &'static [Way],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Of no use later: somebody stands at the door, or is in the account.
    AtOnce,
    /// Waits for the end of quiet hours, and no longer.
    Soon,
    /// Waits for a digest, too.
    Calm,
}

const NOWHERE: &[Way] = &[];
const PUSH: &[Way] = &[Way::Push];
const MAIL_AND_PUSH: &[Way] = &[Way::Email, Way::Push];
const EVERYWHERE: &[Way] = &[Way::Email, Way::Sms, Way::Push];

/// `None` for a kind this version does not know: it is told in the shop alone.
pub fn nature(key: &str) -> Option<Nature> {
    if let Some(step) = Step::from_key(key) {
        return Some(of_step(step));
    }
    Kind::ALL.into_iter().find(|kind| kind.key() == key).map(of_kind)
}

fn of_kind(kind: Kind) -> Nature {
    use Urgency::{AtOnce, Calm, Soon};
    let (topic, urgency, ways) = match kind {
        Kind::Welcome => (Topic::Account, Calm, NOWHERE),
        Kind::Security => (Topic::Account, AtOnce, MAIL_AND_PUSH),
        // The auth service mails about these itself, to the address that was left as well.
        Kind::PasswordChanged | Kind::EmailChanged => (Topic::Account, AtOnce, PUSH),
        Kind::InfluencerApproved
        | Kind::InfluencerDeclined
        | Kind::BonusesExpiring
        | Kind::CashoutPaid
        | Kind::CashoutFailed
        | Kind::CashoutDeclined => (Topic::Account, Soon, MAIL_AND_PUSH),
        Kind::BirthdayNear => (Topic::Reminders, Calm, EVERYWHERE),
        // A wish of yesterday is of no use, so it does not wait for a digest.
        Kind::BirthdayToday => (Topic::Reminders, Soon, MAIL_AND_PUSH),
        Kind::CampaignStarted => (Topic::Stores, Calm, EVERYWHERE),
        Kind::PriceDropped | Kind::BackInStock => (Topic::Favourites, Calm, EVERYWHERE),
        Kind::ReviewPublished | Kind::ReviewRejected | Kind::ReviewAnswered => (Topic::Reviews, Calm, MAIL_AND_PUSH),
    };
    Nature { topic, urgency, ways }
}

fn of_step(step: Step) -> Nature {
    use Urgency::{AtOnce, Soon};
    let (urgency, ways) = match step {
        Step::OnTheWay | Step::PaymentFailed => (AtOnce, EVERYWHERE),
        Step::Delivered | Step::Cancelled => (Soon, EVERYWHERE),
        Step::Placed | Step::Returned | Step::Paid | Step::Refunded | Step::PartlyRefunded => (Soon, MAIL_AND_PUSH),
    };
    Nature { topic: Topic::Orders, urgency, ways }
}

/// The topics of which something waits for a digest.
pub fn gathered() -> Vec<Topic> {
    let mut topics: Vec<Topic> =
        Kind::ALL.map(of_kind).iter().filter(|it| it.urgency == Urgency::Calm).map(|it| it.topic).collect();
    topics.retain(|topic| !topic.is_fixed());
    topics.sort_unstable();
    topics.dedup();
    topics
}

impl Urgency {
    /// What hurries has the smaller one.
    pub fn rank(self) -> i16 {
        match self {
            Self::AtOnce => 1,
            Self::Soon => 2,
            Self::Calm => 3,
        }
    }

    /// After this it is old news.
    pub fn worth(self) -> TimeDelta {
        match self {
            Self::AtOnce => TimeDelta::hours(3),
            Self::Soon => TimeDelta::days(1),
            Self::Calm => TimeDelta::days(2),
        }
    }
}
