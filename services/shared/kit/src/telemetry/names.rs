//! The metrics and spans of kit, the outbox and the gateway. Their values never contain personal data. The comments are
//! the help texts of `docs/TELEMETRY.md`.

crate::metrics! {
    /// 1, with version and commit of the program.
    BUILD_INFO: Gauge = "process.build_info", Flag, ["version", "commit"], "kit";
    /// Seconds of a gRPC call.
    RPC_SERVER_DURATION: Histogram =
        "rpc.server.call.duration", Seconds, ["rpc_method", "rpc_response_status_code"], "kit";
    /// Calls moved to another replica, because the first could not be reached.
    RPC_CLIENT_FAILOVERS: Counter = "rpc.client.failovers", Count, ["service"], "kit";
    /// Addresses found for a called service.
    RPC_CLIENT_REPLICAS: Gauge = "rpc.client.replicas", Count, ["service"], "kit";
    /// Seconds of an HTTP request.
    HTTP_SERVER_DURATION: Histogram =
        "http.server.request.duration", Seconds,
        ["http_request_method", "http_route", "http_response_status_code"], "gateway";
    /// Events applied.
    FEED_APPLIED: Counter = "feed.events.applied", Count, ["feed", "kind"], "outbox";
    /// Events parked after repeated failures, by feed and kind. Any increase needs an operator.
    FEED_PARKED: Counter = "feed.events.parked", Count, ["feed", "kind"], "outbox";
    /// 1 while a consumer cannot continue from its cursor.
    FEED_STOPPED: Gauge = "feed.stopped", Flag, ["feed"], "outbox";
    /// Restarts of consumers.
    FEED_RESYNCS: Counter = "feed.resyncs", Count, ["feed", "reason"], "outbox";
    /// Seconds until NATS confirmed a batch of events.
    NATS_PUBLISH_DURATION: Histogram = "nats.publish.duration", Seconds, [], "outbox";
    /// Events confirmed by NATS.
    NATS_PUBLISHED: Counter = "nats.events.published", Count, ["kind"], "outbox";
    /// Runs of the publisher that failed, by reason: connect, stream, slow, storage, refused, conflict or database.
    NATS_FAILURES: Counter = "nats.publisher.failures", Count, ["reason"], "outbox";
    /// 1 while the last run of the publisher has failed.
    NATS_FAILING: Gauge = "nats.publisher.failing", Flag, [], "outbox";
    /// Numbered events that the publisher has not passed yet, also those that it does not publish.
    NATS_LAG_EVENTS: Gauge = "nats.publisher.lag.events", Count, [], "outbox";
    /// Age in seconds of the oldest event that is to be published and is not confirmed, or 0 if there is none.
    NATS_LAG_SECONDS: Gauge = "nats.publisher.lag.seconds", Seconds, [], "outbox";
    /// Times the publisher could not continue after the last message of its stream, by reason.
    NATS_RESYNCS: Counter = "nats.publisher.resyncs", Count, ["reason"], "outbox";
    /// Runs started.
    WORKER_RUNS: Counter = "worker.runs", Count, ["worker"], "kit";
    /// Runs that failed, panicked or timed out.
    WORKER_FAILURES: Counter = "worker.failures", Count, ["worker"], "kit";
    /// Unix seconds of the last success in this process, or 0 before the first.
    WORKER_LAST_SUCCESS: Gauge = "worker.last_success", UnixSeconds, ["worker"], "kit";
    /// Seconds between two runs while idle.
    WORKER_INTERVAL: Gauge = "worker.interval", Seconds, ["worker"], "kit";
    /// Time limit of a run in seconds.
    WORKER_LIMIT: Gauge = "worker.limit", Seconds, ["worker"], "kit";
    /// 1 during a run.
    WORKER_RUNNING: Gauge = "worker.running", Flag, ["worker"], "kit";
    /// Seconds of a run.
    WORKER_RUN_DURATION: Histogram = "worker.run.duration", Seconds, ["worker"], "kit";
    /// Items parked after repeated failures and then retried daily.
    WORKER_PARKED: Counter = "worker.items.parked", Count, ["worker"], "kit";
    /// Seconds of a web vital such as the largest contentful paint, as reported by browsers.
    WEB_VITALS: Histogram = "web.vitals.duration", Seconds, ["sign", "page"], "gateway";
    /// Cumulative layout shift, as reported by browsers.
    WEB_LAYOUT_SHIFT: Histogram = "web.layout.shift", Ratio, ["sign", "page"], "gateway";
    /// Lookups in the gateway's response cache, by outcome (hit or miss).
    CACHE_LOOKUPS: Counter = "gateway.cache.lookups", Count, ["cache", "outcome"], "gateway";
    /// Seconds until a page had server-rendered HTML or was sent without, by outcome (rendered, late, busy or
    /// broken).
    RENDER_DURATION: Histogram = "gateway.render.duration", Seconds, ["outcome"], "gateway";
    /// Seconds of a search of products, by outcome: found, empty, refused (an invalid request), or failed. Searches
    /// that the gateway answers from memory are not counted.
    SEARCH_DURATION: Histogram = "gateway.search.duration", Seconds, ["outcome"], "gateway";
    /// Open streaming responses of the gateway, by subject (order or notifications).
    OPEN_STREAMS: Gauge = "gateway.streams.open", Count, ["watched"], "gateway";
    /// 1 while Valkey does not answer this gateway in time. Only gateways with `VALKEY_URL` have it.
    VALKEY_FAILING: Gauge = "gateway.valkey.failing", Flag, [], "gateway";
    /// Connections to Valkey that failed, and attempts to connect that failed, by reason: connect, slow, lost or
    /// refused.
    VALKEY_FAILURES: Counter = "gateway.valkey.failures", Count, ["reason"], "gateway";
    /// Seconds until Valkey has counted a request.
    VALKEY_DURATION: Histogram = "gateway.valkey.duration", Seconds, [], "gateway";
    /// Requests that a gateway with `VALKEY_URL` has counted alone, because Valkey did not answer in time.
    LIMITS_COUNTED_ALONE: Counter = "gateway.limits.counted_alone", Count, [], "gateway";
    /// Seconds since this process last knew all revoked tokens. Above 5, calls of staff are refused.
    REVOCATIONS_SILENCE: Gauge = "identity.revocations.silence", Seconds, [], "kit";
    /// Revocations in the memory of this process.
    REVOCATIONS_HELD: Gauge = "identity.revocations.held", Count, [], "kit";
    /// Requests refused for security, by reason (the name of a budget or of a check).
    SECURITY_REFUSALS: Counter = "security.refusals", Count, ["reason"], "kit";
}

crate::spans! {
    /// A gRPC call handled by a service.
    RPC_SERVER_SPAN = "rpc.server", "kit";
    /// A gRPC call to another service.
    RPC_CLIENT_SPAN = "rpc.client", "kit";
    /// An HTTP request to a server outside the shop, such as a bank.
    HTTP_CLIENT_SPAN = "http.client", "kit";
    /// An HTTP request handled by the gateway.
    HTTP_SERVER_SPAN = "http.server", "gateway";
    /// An event applied by a consumer.
    FEED_APPLY_SPAN = "feed.apply", "outbox";
    /// A batch of events published to NATS.
    NATS_PUBLISH_SPAN = "nats.publish", "outbox";
    /// A run of a background worker.
    WORKER_RUN_SPAN = "worker.run", "kit";
}
