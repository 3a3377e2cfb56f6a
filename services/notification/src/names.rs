//! Every metric of this service by name, beside those of `kit::telemetry::names`.

/// What a carrier made of a message, by channel, carrier and outcome: sent, failed or refused (counter).
pub const DELIVERY_ATTEMPTS: &str = "notification.delivery.attempts";
/// Deliveries that are over, by channel and end: sent, refused, given_up or expired (counter). What is not sent wants a person.
pub const DELIVERIES_ENDED: &str = "notification.deliveries.ended";
/// Deliveries that wait, by channel (gauge).
pub const DELIVERIES_WAITING: &str = "notification.deliveries.waiting";
/// Messages written for people outside of the shop, by kind and way (counter).
pub const TOLD_OUTSIDE: &str = "notification.told.outside";
/// Notifications written for many, by kind (counter).
pub const FANOUT_TOLD: &str = "notification.fanout.told";
/// Things that many are being told (gauge).
pub const FANOUTS: &str = "notification.fanouts";
/// One page of an audience being told (span).
pub const FANOUT_SPAN: &str = "notification.fanout.page";
