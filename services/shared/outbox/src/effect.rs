//! What a handler makes of events, in spans that continue the traces of the requests that announced them.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use kit::telemetry::{names, trace_context};
use proto::feed::Event;
use sqlx::PgConnection;
use tracing::{Instrument as _, Span};

use crate::consume::Handler;

/// The first of `events`, or more of them where the handler has one statement for many; how many were applied.
pub(crate) async fn apply_some(
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
    let applied = unless_it_panics(handler.apply_first(tx, events).instrument(span.clone())).await?;
    for other in others.iter().take(applied.saturating_sub(1)) {
        trace_context::link(&span, other.traceparent.as_deref());
    }
    if applied > 0 {
        return Ok(applied.min(events.len()));
    }
    unless_it_panics(handler.apply(tx, first).instrument(span)).await.map(|()| 1)
}

pub(crate) async fn apply_traced(
    handler: &dyn Handler,
    tx: &mut PgConnection,
    feed: &str,
    event: &Event,
) -> kit::Result<()> {
    unless_it_panics(handler.apply(tx, event).instrument(span_of(feed, event))).await
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

/// The transaction is rolled back like that of any failure; a panic that took the process down would meet the same event again
/// after the restart, for ever.
async fn unless_it_panics<T>(effect: impl Future<Output = kit::Result<T>>) -> kit::Result<T> {
    let outcome = AssertUnwindSafe(effect).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(kit::Error::Internal(anyhow::anyhow!("the handler panicked"))))
}
