//! A service's own outbox: the sequencer that runs beside it and the feed it serves.

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

/// The net beneath NOTIFY.
const POLL: Duration = Duration::from_secs(2);
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);
/// An event is numbered at once, but for those that follow another this closely: they are numbered, read and applied
/// together. A busy shop would otherwise do all of that for every single one.
const BREATH: Duration = Duration::from_millis(100);
const APPENDED: &str = "outbox_appended";
const NUMBERED: &str = "outbox_numbered";

#[derive(Clone)]
pub struct Outbox {
    pool: PgPool,
    /// Ticks when there may be something new to read.
    numbered: watch::Sender<()>,
    state: Option<Arc<dyn State>>,
}

impl Outbox {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, numbered: watch::Sender::new(()), state: None }
    }

    /// Serves snapshots of this state.
    #[must_use]
    pub fn with_state(self, state: impl State) -> Self {
        Self { state: Some(Arc::new(state)), ..self }
    }

    /// The gRPC service that serves the feed.
    pub fn service(&self, stop: CancellationToken) -> FeedServer<FeedService> {
        FeedServer::new(FeedService::new(self.pool.clone(), self.numbered.clone(), self.state.clone(), stop))
    }

    /// Deletes events that are old and that every consumer has read.
    pub fn retention(&self, config: &FeedConfig) -> Worker {
        retain::worker(self.pool.clone(), config.clone())
    }

    /// Numbers events and wakes readers until stopped. A database that is away is waited for.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            if let Err(error) = self.follow(&stop).await {
                tracing::warn!(%error, "The outbox lost its database; trying again");
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(PAUSE_AFTER_FAILURE) => {}
                }
            }
        }
        Ok(())
    }

    async fn follow(&self, stop: &CancellationToken) -> sqlx::Result<()> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen_all([APPENDED, NUMBERED]).await?;
        // Each time: a restored database breaks the connection.
        if let Err(error) = renew_epoch(&self.pool).await {
            tracing::warn!(%error, "The database does not name its system and timeline; after a restore begin a new epoch by hand");
        }
        let (mut news, mut breath) = (News::UNKNOWN, Instant::now());
        loop {
            if news.is_appended {
                tokio::time::sleep_until(breath).await;
                // Many commits make many notifications; one pass serves them all.
                while let Some(notification) = listener.recv().now_or_never() {
                    news.hear(&notification?);
                }
                breath = Instant::now() + BREATH;
                while number_committed(&self.pool).await? {}
            }
            if news.is_numbered {
                self.numbered.send_replace(());
            }
            news = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                notification = listener.recv() => News::of(&notification?),
                () = tokio::time::sleep(POLL) => News::UNKNOWN,
            };
        }
    }
}

/// What may have happened since the last time.
#[derive(Default)]
struct News {
    /// Something waits for its number.
    is_appended: bool,
    /// Something can be read, whichever process numbered it.
    is_numbered: bool,
}

impl News {
    const UNKNOWN: Self = Self { is_appended: true, is_numbered: true };

    fn of(notification: &PgNotification) -> Self {
        let mut news = Self::default();
        news.hear(notification);
        news
    }

    fn hear(&mut self, notification: &PgNotification) {
        self.is_appended |= notification.channel() == APPENDED;
        self.is_numbered |= notification.channel() == NUMBERED;
    }
}
