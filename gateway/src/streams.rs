//! Limits of server-sent event streams.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    http::{HeaderName, HeaderValue},
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::Stream;
use kit::telemetry::names;
use tokio_util::sync::CancellationToken;

use crate::problem::Problem;

/// The limit of open streams for each account and kind.
const MAX_STREAMS: usize = 8;
/// A stream ends after this time. The client then reconnects and proves that its session is still valid.
const MAX_LIFETIME: Duration = Duration::from_mins(10);
const RETRY_AFTER_SECONDS: u32 = 5;
/// Shorter than the idle timeout of common proxies.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);
pub const RECONNECT_AFTER: Duration = Duration::from_secs(2);
/// Tells buffering proxies to forward events immediately.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// The kinds have separate limits: many notification streams do not block order updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StreamKind {
    Order,
    Notifications,
}

impl StreamKind {
    fn gauge(self) -> metrics::Gauge {
        let name = match self {
            Self::Order => "order",
            Self::Notifications => "notifications",
        };
        metrics::gauge!(names::OPEN_STREAMS, "watched" => name)
    }
}

#[derive(Clone, Default)]
pub struct Streams(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// The number of open streams by kind and account.
    open: Mutex<HashMap<(StreamKind, i64), usize>>,
    ended: CancellationToken,
}

impl Streams {
    pub fn acquire(&self, kind: StreamKind, account: i64) -> Result<StreamSlot, Problem> {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry((kind, account)).or_default();
        if *count >= MAX_STREAMS {
            return Err(Problem::too_many(RETRY_AFTER_SECONDS));
        }
        *count += 1;
        kind.gauge().increment(1.0);
        Ok(StreamSlot { key: (kind, account), streams: self.clone() })
    }

    pub fn end(&self) {
        self.0.ended.cancel();
    }
}

pub fn sse_response(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> impl IntoResponse {
    ([UNBUFFERED], Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT_INTERVAL)))
}

/// The right to keep one stream open. Dropping it releases the slot.
pub struct StreamSlot {
    key: (StreamKind, i64),
    streams: Streams,
}

impl StreamSlot {
    /// Resolves at shutdown, when `token_ended` resolves, or at the maximum lifetime.
    pub async fn ended(self, token_ended: impl Future<Output = ()>) {
        let until_shutdown = self.streams.0.ended.run_until_cancelled(token_ended);
        let _ = tokio::time::timeout(MAX_LIFETIME, until_shutdown).await;
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        self.key.0.gauge().decrement(1.0);
        let mut open = self.streams.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[test]
    fn streams_per_account_and_kind_are_limited() {
        let streams = Streams::default();
        let mut slots: Vec<_> = (0..MAX_STREAMS).map(|_| streams.acquire(StreamKind::Order, 7).ok().unwrap()).collect();
        assert_eq!(streams.acquire(StreamKind::Order, 7).err().map(|problem| problem.status.as_u16()), Some(429));
        assert!(streams.acquire(StreamKind::Order, 8).is_ok(), "another account has its own limit");
        assert!(streams.acquire(StreamKind::Notifications, 7).is_ok(), "another kind has its own limit");
        slots.pop();
        assert!(streams.acquire(StreamKind::Order, 7).is_ok(), "a dropped slot is free again");
        slots.clear();
        assert!(streams.0.open.lock().unwrap().is_empty(), "no counts are left");
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_ends_with_its_token_at_the_maximum_lifetime_and_at_shutdown() {
        let streams = Streams::default();
        let ended = |token_lifetime| {
            streams.acquire(StreamKind::Order, 7).ok().unwrap().ended(tokio::time::sleep(token_lifetime))
        };
        for (token_lifetime, expected) in [(MAX_LIFETIME * 2, MAX_LIFETIME), (MAX_LIFETIME / 5, MAX_LIFETIME / 5)] {
            let started_at = tokio::time::Instant::now();
            ended(token_lifetime).await;
            assert!((expected..expected + Duration::from_secs(1)).contains(&started_at.elapsed()));
        }
        assert!(tokio::time::timeout(MAX_LIFETIME / 2, ended(MAX_LIFETIME)).await.is_err());
        streams.end();
        assert!(ended(MAX_LIFETIME).now_or_never().is_some());
    }
}
