//! Names of metrics and spans. A metric has a unit, labels and the service that reports it. The comments become help
//! texts.

kit::metrics! {
    /// Calls to carriers.
    DELIVERY_ATTEMPTS: Counter =
        "notification.delivery.attempts", Count, ["channel", "carrier", "outcome"], "notification";
    /// Deliveries that ended: sent, refused, given up, expired or withdrawn.
    DELIVERIES_ENDED: Counter = "notification.deliveries.ended", Count, ["channel", "end"], "notification";
    /// Waiting deliveries, measured every 15 seconds.
    DELIVERIES_WAITING: Gauge = "notification.deliveries.waiting", Count, ["channel"], "notification";
    /// Messages outside the app that were made from notifications.
    MESSAGES_CREATED: Counter = "notification.told.outside", Count, ["kind", "way"], "notification";
    /// Notifications in the app that fan-outs have written.
    FANOUT_NOTIFICATIONS: Counter = "notification.fanout.told", Count, ["kind"], "notification";
    /// Fan-outs in progress.
    FANOUTS: Gauge = "notification.fanouts", Count, [], "notification";
}

kit::spans! {
    /// One page of an audience.
    FANOUT_SPAN = "notification.fanout.page", "notification";
    /// One account's digest.
    DIGEST_SPAN = "notification.digest", "notification";
    /// One attempt of one delivery, in the trace of its cause.
    DELIVERY_SPAN = "notification.delivery", "notification";
}
