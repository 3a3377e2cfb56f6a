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
