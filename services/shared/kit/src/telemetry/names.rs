//! Every span and metric of ours by name, so that a dashboard can be written from this page.

/// A gRPC call served (span).
pub const RPC_SERVER_SPAN: &str = "rpc.server";
/// Seconds a gRPC call took, by method and status (histogram).
pub const RPC_SERVER_DURATION: &str = "rpc.server.call.duration";
/// An HTTP request served by the gateway (span).
pub const HTTP_SERVER_SPAN: &str = "http.server";
/// Seconds an HTTP request took, by route and status (histogram).
pub const HTTP_SERVER_DURATION: &str = "http.server.request.duration";
/// An event applied by a consumer (span).
pub const FEED_APPLY_SPAN: &str = "feed.apply";
/// Events applied, by feed and kind (counter).
pub const FEED_APPLIED: &str = "feed.events.applied";
/// Events that kept failing and were set aside, by feed and kind (counter). Anything above zero wants a person.
pub const FEED_PARKED: &str = "feed.events.parked";
/// 1 while a consumer applies nothing because it cannot follow from its cursor, by feed (gauge).
pub const FEED_STOPPED: &str = "feed.stopped";
/// Times a consumer has started over, by feed and reason (counter).
pub const FEED_RESYNCS: &str = "feed.resyncs";
/// A run of a background worker (span).
pub const WORKER_RUN_SPAN: &str = "worker.run";
/// Runs that a worker began, by worker (counter).
pub const WORKER_RUNS: &str = "worker.runs";
/// Runs that failed, panicked or took too long, by worker (counter).
pub const WORKER_FAILURES: &str = "worker.failures";
/// When a run last succeeded in this process, in seconds since 1970, by worker; 0 before the first success (gauge).
pub const WORKER_LAST_SUCCESS: &str = "worker.last_success";
/// Seconds between two runs of a worker that has nothing to do, by worker (gauge).
pub const WORKER_INTERVAL: &str = "worker.interval";
/// Seconds after which a run of a worker is ended as a failure, by worker (gauge).
pub const WORKER_LIMIT: &str = "worker.limit";
/// 1 while a run is under way, by worker (gauge).
pub const WORKER_RUNNING: &str = "worker.running";
/// Seconds a run took, by worker (histogram).
pub const WORKER_RUN_DURATION: &str = "worker.run.duration";
/// Items that kept failing and are tried once a day from then on, by worker (counter).
pub const WORKER_PARKED: &str = "worker.items.parked";
/// Seconds until a page was painted, answered and the like, as browsers report it, by sign and kind of page (histogram).
pub const WEB_VITALS: &str = "web.vitals.duration";
/// How far pages jumped under those who read them, as browsers report it, by sign and kind of page (histogram).
pub const WEB_LAYOUT_SHIFT: &str = "web.layout.shift";
/// Public answers served from the gateway's memory, by outcome: hit or miss (counter).
pub const CACHE_LOOKUPS: &str = "gateway.cache.lookups";
/// Seconds until a page had its first HTML or went out without, by outcome: rendered, late, busy or broken (histogram).
pub const RENDER_DURATION: &str = "gateway.render.duration";
/// Answers that stay open at the gateway, by what is watched: order or notifications (gauge).
pub const OPEN_STREAMS: &str = "gateway.streams.open";
