//! The policy of each kind.

use crate::domain::{
    kind::Kind,
    kind_policy::{ALL_OUTSIDE, KindPolicy, MAIL_AND_PUSH, Urgency},
    order_step::OrderStep,
    topic::Topic,
};

/// Returns `None` for a kind of a newer release, which is shown in the app only.
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

pub fn digest_topics() -> Vec<Topic> {
    let policies = Kind::ALL.iter().map(|kind| kind.policy());
    let can_wait = policies.filter(|policy| policy.urgency == Urgency::Low);
    let mut topics: Vec<Topic> = can_wait.map(|policy| policy.topic).collect();
    topics.retain(|topic| !topic.is_fixed());
    topics.sort_unstable();
    topics.dedup();
    topics
}
