//! Server-sent event streams: the limit per account, the lifetime and the response headers.

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

/// Maximum number of open streams per account and kind: more than anyone needs, and small enough to protect memory.
const MOST: usize = 8;
/// Maximum lifetime of a stream. The client then reconnects and proves that its session is still valid.
const LONGEST: Duration = Duration::from_mins(10);
const RETRY_AFTER: u32 = 5;
/// Shorter than the idle timeout of common proxies.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a client waits before it reconnects.
pub const AGAIN: Duration = Duration::from_secs(2);
/// Tells buffering proxies to forward events immediately.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// The kind of stream. Each kind is limited separately, so many open notification streams do not block order updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Watched {
    Order,
    Notifications,
}

impl Watched {
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
    held: Mutex<HashMap<(Watched, i64), usize>>,
    over: CancellationToken,
}

impl Streams {
    /// Takes a slot for one more stream; dropping it releases the slot.
    pub fn enter(&self, watched: Watched, account: i64) -> Result<Place, Problem> {
        let mut held = self.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry((watched, account)).or_default();
        if *count >= MOST {
            return Err(Problem::too_many(RETRY_AFTER));
        }
        *count += 1;
        watched.gauge().increment(1.0);
        Ok(Place { held: (watched, account), streams: self.clone() })
    }

    /// Ends all open streams, and every stream opened later.
    pub fn end(&self) {
        self.0.over.cancel();
    }
}

/// Sends events as they come, with heartbeats in between.
pub fn tell(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> impl IntoResponse {
    ([UNBUFFERED], Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

pub struct Place {
    held: (Watched, i64),
    streams: Streams,
}

impl Place {
    /// Resolves when a stream must end: at shutdown, when its token expires after `lasts`, or at the maximum lifetime.
    pub async fn over(self, lasts: Duration) {
        let _ = tokio::time::timeout(lasts.min(LONGEST), self.streams.0.over.cancelled()).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.held.0.gauge().decrement(1.0);
        let mut held = self.streams.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.held) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.held);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[test]
    fn one_account_cannot_take_every_place() {
        let streams = Streams::default();
        let mut places: Vec<_> = (0..MOST).map(|_| streams.enter(Watched::Order, 7).ok().unwrap()).collect();
        assert_eq!(streams.enter(Watched::Order, 7).err().map(|problem| problem.status.as_u16()), Some(429));
        assert!(streams.enter(Watched::Order, 8).is_ok(), "another is not to blame");
        assert!(streams.enter(Watched::Notifications, 7).is_ok(), "nor is what else they watch");
        places.pop();
        assert!(streams.enter(Watched::Order, 7).is_ok(), "who leaves makes room");
        places.clear();
        assert!(streams.0.held.lock().unwrap().is_empty(), "and nobody is remembered who has gone");
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_ends_in_time_with_its_token_and_with_the_process() {
        let streams = Streams::default();
        let over = |lasts| streams.enter(Watched::Order, 7).ok().unwrap().over(lasts);
        for (lasts, ends) in [(LONGEST * 2, LONGEST), (LONGEST / 5, LONGEST / 5)] {
            let begun = tokio::time::Instant::now();
            over(lasts).await;
            assert!((ends..ends + Duration::from_secs(1)).contains(&begun.elapsed()));
        }
        assert!(tokio::time::timeout(LONGEST / 2, over(LONGEST)).await.is_err());
        streams.end();
        assert!(over(LONGEST).now_or_never().is_some());
    }
}
