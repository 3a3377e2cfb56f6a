//! Calls handlers in the trace of the request that published the event.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use kit::telemetry::{names, trace_context};
use proto::feed::Event;
use sqlx::PgConnection;
use tracing::{Instrument as _, Span};

use crate::handler::Handler;

/// Applies the first event, and as many more as the handler takes together with it.
pub(crate) async fn apply_prefix(
    handler: &dyn Handler,
    tx: &mut PgConnection,
    feed: &str,
    events: &[Event],
) -> kit::Result<usize> {
    let [first, others @ ..] = events else { return Ok(0) };
    if others.is_empty() {
        return apply_traced(handler, tx, feed, first).await.map(|()| 1);
    }
    let span = span_of(feed, first);
    let applied = catch_panic(handler.apply_batch(tx, events).instrument(span.clone())).await?;
    for other in others.iter().take(applied.saturating_sub(1)) {
        trace_context::link(&span, other.traceparent.as_deref());
    }
    if applied > 0 {
        return Ok(applied.min(events.len()));
    }
    catch_panic(handler.apply(tx, first).instrument(span)).await.map(|()| 1)
}

pub(crate) async fn apply_traced(
    handler: &dyn Handler,
    tx: &mut PgConnection,
    feed: &str,
    event: &Event,
) -> kit::Result<()> {
    catch_panic(handler.apply(tx, event).instrument(span_of(feed, event))).await
}

fn span_of(feed: &str, event: &Event) -> Span {
    let span = tracing::info_span!(
        names::FEED_APPLY_SPAN,
        otel.kind = "consumer",
        feed,
        kind = event.kind,
        position = event.position
    );
    trace_context::continue_in(&span, event.traceparent.as_deref());
    span
}

/// An event that panics is parked; otherwise it would kill the process after every restart.
async fn catch_panic<T>(handling: impl Future<Output = kit::Result<T>>) -> kit::Result<T> {
    let outcome = AssertUnwindSafe(handling).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(kit::Error::Internal(anyhow::anyhow!("the handler panicked"))))
}
