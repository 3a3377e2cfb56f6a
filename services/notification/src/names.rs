//! Every metric of this service by name, beside those of `kit::telemetry::names`.

/// What a carrier made of a message, by channel, carrier and outcome: sent, failed or refused (counter).
pub const DELIVERY_ATTEMPTS: &str = "notification.delivery.attempts";
/// Deliveries that are over, by channel and end: sent, refused, given_up or expired (counter). What is not sent wants a person.
pub const DELIVERIES_ENDED: &str = "notification.deliveries.ended";
/// Deliveries that wait, by channel (gauge).
pub const DELIVERIES_WAITING: &str = "notification.deliveries.waiting";
