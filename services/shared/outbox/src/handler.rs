//! The interface of handlers: the code with which a consuming service applies the events of another service.

use std::sync::Arc;

use proto::feed::Event;
use serde::de::DeserializeOwned;
use sqlx::PgConnection;

/// How a consumer starts over if it cannot continue from its cursor, because the events after it were deleted or the
/// producer's database was restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Continues after the newest event, for consumers that only react to events.
    Head,
    /// Applies a snapshot of the producer's state, for consumers that store a copy of it.
    Snapshot,
}

/// Applies the events of a feed to the service's own database.
#[async_trait::async_trait]
pub trait Handler: Send + Sync + 'static {
    /// Returns the kinds of events to read; all if empty.
    fn kinds(&self) -> &'static [&'static str];

    /// Returns how the consumer starts over.
    fn start(&self) -> Start;

    /// Applies an event in the transaction that also moves the cursor. Must have no other effects.
    async fn apply(&self, tx: &mut PgConnection, event: &Event) -> kit::Result<()>;

    /// Applies a prefix of `events` with one statement and returns its length. If it returns 0, as by default, the
    /// first event is applied with [`apply`](Self::apply).
    async fn apply_batch(&self, _tx: &mut PgConnection, _events: &[Event]) -> kit::Result<usize> {
        Ok(0)
    }

    /// Deletes stored copies that the snapshot did not contain. The table `feed_snapshot` lists the entities of the
    /// snapshot.
    async fn sweep(&self, _tx: &mut PgConnection) -> kit::Result<()> {
        Ok(())
    }
}

/// The handlers of a service by feed, with which parked events are replayed.
#[derive(Clone, Default)]
pub struct Handlers(Vec<(&'static str, Arc<dyn Handler>)>);

impl Handlers {
    /// Adds the handler of a feed.
    #[must_use]
    pub fn with(mut self, feed: &'static str, handler: impl Handler) -> Self {
        self.0.push((feed, Arc::new(handler)));
        self
    }

    /// Returns the handler of a feed; `None` if the service does not read it.
    pub(crate) fn find(&self, feed: &str) -> Option<&dyn Handler> {
        self.0.iter().find(|(name, _)| *name == feed).map(|(_, handler)| handler.as_ref())
    }
}

/// Parses the payload of an event.
pub fn parse<M: DeserializeOwned>(event: &Event) -> kit::Result<M> {
    serde_json::from_slice(&event.payload).map_err(kit::Error::internal)
}
