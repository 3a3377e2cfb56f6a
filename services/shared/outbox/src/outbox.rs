//! A service's own outbox: the sequencer, the gRPC service of the feed, and the deletion of old events.

use std::{sync::Arc, time::Duration};

use futures::FutureExt as _;
use kit::{config::FeedConfig, worker::Worker};
use proto::feed::feed_server::FeedServer;
use sqlx::{
    PgPool,
    postgres::{PgListener, PgNotification},
};
use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{head::renew_epoch, retain, sequence::number_committed, serve::FeedService, state::State};

/// Polling interval, as a fallback for lost notifications.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);
/// Minimum time between two runs of the sequencer. A single event is numbered immediately; events in quick succession
/// are numbered, read and applied in batches.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
const APPENDED: &str = "outbox_appended";
const NUMBERED: &str = "outbox_numbered";

#[derive(Clone)]
pub struct Outbox {
    pool: PgPool,
    /// Notifies readers that there may be new events.
    numbered: watch::Sender<()>,
    state: Option<Arc<dyn State>>,
}

impl Outbox {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, numbered: watch::Sender::new(()), state: None }
    }

    /// Offers snapshots of `state`.
    #[must_use]
    pub fn with_state(self, state: impl State) -> Self {
        Self { state: Some(Arc::new(state)), ..self }
    }

    /// Returns the gRPC service of the feed.
    pub fn service(&self, stop: CancellationToken) -> FeedServer<FeedService> {
        FeedServer::new(FeedService::new(self.pool.clone(), self.numbered.clone(), self.state.clone(), stop))
    }

    /// Returns the worker that deletes events which are old and read by every consumer.
    pub fn retention(&self, config: &FeedConfig) -> Worker {
        retain::worker(self.pool.clone(), config.clone())
    }

    /// Numbers events and wakes readers until stopped. Retries while the database is unavailable.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            if let Err(error) = self.listen(&stop).await {
                tracing::warn!(%error, "The outbox lost its database connection; reconnecting");
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(PAUSE_AFTER_FAILURE) => {}
                }
            }
        }
        Ok(())
    }

    async fn listen(&self, stop: &CancellationToken) -> sqlx::Result<()> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen_all([APPENDED, NUMBERED]).await?;
        // Check after every reconnect, because restoring or promoting a database closes the connection.
        if let Err(error) = renew_epoch(&self.pool).await {
            tracing::warn!(%error, "Cannot detect a restored database; after a restore, start a new epoch manually");
        }
        let (mut pending, mut not_before) = (Pending::ALL, Instant::now());
        loop {
            if pending.is_appended {
                tokio::time::sleep_until(not_before).await;
                // Each commit sends a notification. Take all that have arrived, because one pass handles them.
                while let Some(notification) = listener.recv().now_or_never() {
                    pending.add(&notification?);
                }
                not_before = Instant::now() + MIN_INTERVAL;
                while number_committed(&self.pool).await? {}
            }
            if pending.is_numbered {
                self.numbered.send_replace(());
            }
            pending = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                notification = listener.recv() => Pending::from_notification(&notification?),
                () = tokio::time::sleep(POLL_INTERVAL) => Pending::ALL,
            };
        }
    }
}

/// Work that may have arrived since the last pass.
#[derive(Default)]
struct Pending {
    /// There may be events to number.
    is_appended: bool,
    /// There may be numbered events to read, whichever process numbered them.
    is_numbered: bool,
}

impl Pending {
    const ALL: Self = Self { is_appended: true, is_numbered: true };

    fn from_notification(notification: &PgNotification) -> Self {
        let mut pending = Self::default();
        pending.add(notification);
        pending
    }

    fn add(&mut self, notification: &PgNotification) {
        self.is_appended |= notification.channel() == APPENDED;
        self.is_numbered |= notification.channel() == NUMBERED;
    }
}
