//! Names of this service's metrics and spans, which dashboards and alerts use. Names shared by all services are in
//! `kit::telemetry::names`.

/// Calls to carriers by channel, carrier and outcome: sent, failed or refused (counter).
pub const DELIVERY_ATTEMPTS: &str = "notification.delivery.attempts";
/// Ended deliveries by channel and end: sent, refused, given_up, expired or withdrawn (counter).
pub const DELIVERIES_ENDED: &str = "notification.deliveries.ended";
/// Waiting deliveries by channel (gauge).
pub const DELIVERIES_WAITING: &str = "notification.deliveries.waiting";
/// Mails, SMS and pushes created from notifications, by kind and channel (counter).
pub const MESSAGES_CREATED: &str = "notification.told.outside";
/// Notifications written by fan-outs, by kind (counter).
pub const FANOUT_NOTIFICATIONS: &str = "notification.fanout.told";
/// Fan-outs in progress (gauge).
pub const FANOUTS: &str = "notification.fanouts";
/// One page of a fan-out's audience (span).
pub const FANOUT_SPAN: &str = "notification.fanout.page";
