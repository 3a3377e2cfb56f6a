//! A service's own outbox, the table of its published events: numbers new events, serves them to other services (the
//! feed), and deletes old ones.

use std::{sync::Arc, time::Duration};

use futures::FutureExt as _;
use kit::{config::FeedConfig, worker::Worker};
use proto::feed::feed_server::FeedServer;
use sqlx::{
    PgPool,
    postgres::{PgListener, PgNotification},
};
use tokio::{
    sync::{Notify, watch},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use crate::{head::renew_epoch, retain, sequence::number_committed, serve::FeedService, state::State};

/// Polling interval, as a fallback for lost notifications.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The pause before the sequencer tries again after a failure.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);
/// Minimum time between two runs of the sequencer, so that events in quick succession are handled in batches.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
/// The NOTIFY channel for appended events, which have no number yet.
const APPENDED: &str = "outbox_appended";
/// The NOTIFY channel for numbered events, which can be read.
const NUMBERED: &str = "outbox_numbered";
/// PostgreSQL's code for a missing right.
const NOT_PERMITTED: &str = "42501";

/// The outbox of a service. Clones share it.
#[derive(Clone)]
pub struct Outbox {
    pub(crate) pool: PgPool,
    /// Notifies readers that there may be new events.
    numbered: watch::Sender<()>,
    /// Notifies the publisher to NATS that there may be new events.
    pub(crate) nats_notifier: Arc<Notify>,
    /// The source of snapshots.
    pub(crate) state: Option<Arc<dyn State>>,
}

impl Outbox {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, numbered: watch::Sender::new(()), nats_notifier: Arc::default(), state: None }
    }

    /// Adds a source of snapshots, for consumers that cannot continue from their cursors.
    #[must_use]
    pub fn with_state(self, state: impl State) -> Self {
        Self { state: Some(Arc::new(state)), ..self }
    }

    /// Returns the gRPC service from which other services read events.
    pub fn service(&self, stop: CancellationToken) -> FeedServer<FeedService> {
        FeedServer::new(FeedService::new(self.pool.clone(), self.numbered.clone(), self.state.clone(), stop))
    }

    /// Returns the worker that deletes old events.
    pub fn retention(&self, config: &FeedConfig) -> Worker {
        retain::worker(self.pool.clone(), config.clone())
    }

    /// Numbers events and wakes readers until stopped. Retries while the database is unavailable.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            if let Err(error) = self.listen(&stop).await {
                tracing::warn!(%error, "The outbox lost its database connection; reconnecting");
                // The connection may have closed because a standby was promoted, which already gives ids. So the epoch
                // is renewed at once, and not only by `listen` after the pause.
                self.renew_epoch().await.ok();
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(PAUSE_AFTER_FAILURE) => {}
                }
            }
        }
        Ok(())
    }

    /// Starts a new epoch if the database was restored or promoted. Call before serving, so that no request gets an id
    /// that was given before the restore.
    pub async fn renew_epoch(&self) -> sqlx::Result<()> {
        match renew_epoch(&self.pool).await {
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(NOT_PERMITTED) => {
                tracing::warn!(%error, "Cannot detect a restored database; after a restore, start a new epoch manually");
                Ok(())
            }
            renewed => renewed,
        }
    }

    /// Numbers events and wakes readers until stopped or the connection is lost.
    async fn listen(&self, stop: &CancellationToken) -> sqlx::Result<()> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen_all([APPENDED, NUMBERED]).await?;
        // Check after every reconnect, because restoring or promoting a database closes the connection.
        self.renew_epoch().await?;
        let (mut pending, mut not_before) = (Pending::ALL, Instant::now());
        loop {
            if pending.is_appended {
                tokio::time::sleep_until(not_before).await;
                // Each commit sends a notification. Take all that have arrived, because one pass handles them.
                while let Some(notification) = listener.try_recv().now_or_never() {
                    pending.add(&notification?.ok_or_else(connection_lost)?);
                }
                not_before = Instant::now() + MIN_INTERVAL;
                while number_committed(&self.pool).await? {}
            }
            if pending.is_numbered {
                self.numbered.send_replace(());
                self.nats_notifier.notify_one();
            }
            pending = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                notification = listener.try_recv() => {
                    Pending::from_notification(&notification?.ok_or_else(connection_lost)?)
                }
                () = tokio::time::sleep(POLL_INTERVAL) => Pending::ALL,
            };
        }
    }
}

/// Returns the error that ends [`Outbox::listen`], which then begins anew. The listener itself would reconnect
/// silently, also to a restored database.
fn connection_lost() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::ConnectionAborted.into())
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
