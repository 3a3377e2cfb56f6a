//! How a service applies the events of a feed.

use std::sync::Arc;

use proto::feed::Event;
use serde::de::DeserializeOwned;
use sqlx::PgConnection;

/// Where a consumer starts when it cannot continue from its cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// After the newest event, for consumers that only react.
    Head,
    /// From the producer's state, for consumers that store a copy.
    Snapshot,
}

#[async_trait::async_trait]
pub trait Handler: Send + Sync + 'static {
    /// All kinds if empty.
    fn kinds(&self) -> &'static [&'static str];

    fn start(&self) -> Start;

    /// Must have no effects except through `tx`, which also moves the cursor.
    async fn apply(&self, tx: &mut PgConnection, event: &Event) -> kit::Result<()>;

    /// Returns how many events it applied. After 0, [`apply`](Self::apply) gets the first one.
    async fn apply_batch(&self, _tx: &mut PgConnection, _events: &[Event]) -> kit::Result<usize> {
        Ok(0)
    }

    /// After a snapshot, deletes copies that are not in the table `feed_snapshot`.
    async fn sweep(&self, _tx: &mut PgConnection) -> kit::Result<()> {
        Ok(())
    }
}

#[derive(Clone, Default)]
pub struct Handlers(Vec<(&'static str, Arc<dyn Handler>)>);

impl Handlers {
    #[must_use]
    pub fn with(mut self, feed: &'static str, handler: impl Handler) -> Self {
        self.0.push((feed, Arc::new(handler)));
        self
    }

    pub(crate) fn find(&self, feed: &str) -> Option<&dyn Handler> {
        self.0.iter().find(|(name, _)| *name == feed).map(|(_, handler)| handler.as_ref())
    }
}

pub fn parse<M: DeserializeOwned>(event: &Event) -> kit::Result<M> {
    serde_json::from_slice(&event.payload).map_err(kit::Error::internal)
}
