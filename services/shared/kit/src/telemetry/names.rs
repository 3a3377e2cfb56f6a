//! The names of all our spans and metrics, with their meaning and unit.

/// A gRPC call handled by a service (span).
pub const RPC_SERVER_SPAN: &str = "rpc.server";
/// Duration of a gRPC call in seconds, by method and status (histogram).
pub const RPC_SERVER_DURATION: &str = "rpc.server.call.duration";
/// An HTTP request handled by the gateway (span).
pub const HTTP_SERVER_SPAN: &str = "http.server";
/// Duration of an HTTP request in seconds, by route and status (histogram).
pub const HTTP_SERVER_DURATION: &str = "http.server.request.duration";
/// An event applied by a consumer (span).
pub const FEED_APPLY_SPAN: &str = "feed.apply";
/// Events applied, by feed and kind (counter).
pub const FEED_APPLIED: &str = "feed.events.applied";
/// Events parked after repeated failures, by feed and kind (counter). Any increase needs an operator.
pub const FEED_PARKED: &str = "feed.events.parked";
/// 1 while a consumer applies nothing because it cannot continue from its cursor, by feed (gauge).
pub const FEED_STOPPED: &str = "feed.stopped";
/// Times a consumer has started over, by feed and reason (counter).
pub const FEED_RESYNCS: &str = "feed.resyncs";
/// A run of a background worker (span).
pub const WORKER_RUN_SPAN: &str = "worker.run";
/// Runs started, by worker (counter).
pub const WORKER_RUNS: &str = "worker.runs";
/// Runs that failed, panicked or timed out, by worker (counter).
pub const WORKER_FAILURES: &str = "worker.failures";
/// Unix time in seconds of the last successful run in this process, by worker; 0 before the first (gauge).
pub const WORKER_LAST_SUCCESS: &str = "worker.last_success";
/// Seconds between two runs of an idle worker, by worker (gauge).
pub const WORKER_INTERVAL: &str = "worker.interval";
/// Time limit of a run in seconds, by worker (gauge).
pub const WORKER_LIMIT: &str = "worker.limit";
/// 1 while a run is in progress, by worker (gauge).
pub const WORKER_RUNNING: &str = "worker.running";
/// Duration of a run in seconds, by worker (histogram).
pub const WORKER_RUN_DURATION: &str = "worker.run.duration";
/// Items parked after repeated failures and retried once a day from then on, by worker (counter).
pub const WORKER_PARKED: &str = "worker.items.parked";
/// Seconds of a web vital such as the largest contentful paint, as reported by browsers, by vital and kind of page
/// (histogram).
pub const WEB_VITALS: &str = "web.vitals.duration";
/// Cumulative layout shift of pages, as reported by browsers, by vital and kind of page (histogram).
pub const WEB_LAYOUT_SHIFT: &str = "web.layout.shift";
/// Lookups in the gateway's response cache, by outcome: hit or miss (counter).
pub const CACHE_LOOKUPS: &str = "gateway.cache.lookups";
/// Seconds until a page had its first HTML or was sent without, by outcome: rendered, late, busy or broken (histogram).
pub const RENDER_DURATION: &str = "gateway.render.duration";
/// Open streaming responses of the gateway, by subject: order or notifications (gauge).
pub const OPEN_STREAMS: &str = "gateway.streams.open";
/// Seconds since this process last knew all revoked tokens (gauge). Above 5, calls of operators are refused.
pub const REVOCATIONS_SILENCE: &str = "identity.revocations.silence";
/// Revocations in the memory of this process (gauge).
pub const REVOCATIONS_HELD: &str = "identity.revocations.held";
/// Requests refused for security, by reason: the name of a budget or of a check (counter).
pub const SECURITY_REFUSALS: &str = "security.refusals";
