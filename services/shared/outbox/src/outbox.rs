//! The outbox of a service: numbers committed events, and wakes their readers.

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

/// A fallback for lost notifications.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);
/// Pause between two passes, so that events in quick succession are handled in batches.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
/// Channel of NOTIFY for events without a number.
const APPENDED: &str = "outbox_appended";
/// Channel of NOTIFY for numbered events.
const NUMBERED: &str = "outbox_numbered";
const INSUFFICIENT_PRIVILEGE: &str = "42501";

#[derive(Clone)]
pub struct Outbox {
    pub(crate) pool: PgPool,
    numbered: watch::Sender<()>,
    pub(crate) nats_notifier: Arc<Notify>,
    pub(crate) state: Option<Arc<dyn State>>,
}

impl Outbox {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, numbered: watch::Sender::new(()), nats_notifier: Arc::default(), state: None }
    }

    #[must_use]
    pub fn with_state(self, state: impl State) -> Self {
        Self { state: Some(Arc::new(state)), ..self }
    }

    pub fn service(&self, stop: CancellationToken) -> FeedServer<FeedService> {
        FeedServer::new(FeedService::new(self.pool.clone(), self.numbered.clone(), self.state.clone(), stop))
    }

    pub fn retention(&self, config: &FeedConfig) -> Worker {
        retain::worker(self.pool.clone(), config.clone())
    }

    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            if let Err(error) = self.listen(&stop).await {
                tracing::warn!(%error, "The outbox lost its database connection; reconnecting");
                // A promoted standby already gives ids, so renew the epoch before the pause.
                self.renew_epoch().await.ok();
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(PAUSE_AFTER_FAILURE) => {}
                }
            }
        }
        Ok(())
    }

    /// Call before serving: after a restore, no request may get an id that was given before.
    pub async fn renew_epoch(&self) -> sqlx::Result<()> {
        match renew_epoch(&self.pool).await {
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(INSUFFICIENT_PRIVILEGE) => {
                tracing::warn!(%error, "Cannot detect a restored database; after a restore, start a new epoch manually");
                Ok(())
            }
            renewed => renewed,
        }
    }

    async fn listen(&self, stop: &CancellationToken) -> sqlx::Result<()> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen_all([APPENDED, NUMBERED]).await?;
        // Restoring or promoting a database closes the connection.
        self.renew_epoch().await?;
        let (mut pending, mut not_before) = (Pending::ALL, Instant::now());
        loop {
            if pending.is_appended {
                tokio::time::sleep_until(not_before).await;
                // Each commit sends a notification; one pass handles all.
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

/// The listener would reconnect silently, also to a restored database.
fn connection_lost() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::ConnectionAborted.into())
}

#[derive(Default)]
struct Pending {
    is_appended: bool,
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
