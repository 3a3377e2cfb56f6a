//! A service's own outbox: the sequencer that runs beside it and the feed it serves.

use std::time::Duration;

use proto::feed::feed_server::FeedServer;
use sqlx::{PgPool, postgres::PgListener};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{sequence::number_committed, serve::FeedService};

/// The net beneath NOTIFY.
const POLL: Duration = Duration::from_secs(2);
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);

#[derive(Clone)]
pub struct Outbox {
    pool: PgPool,
    /// Ticks when there may be something new to read.
    numbered: watch::Sender<()>,
}

impl Outbox {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, numbered: watch::Sender::new(()) }
    }

    /// The gRPC service that serves the feed.
    pub fn service(&self, stop: CancellationToken) -> FeedServer<FeedService> {
        FeedServer::new(FeedService::new(self.pool.clone(), self.numbered.clone(), stop))
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
        listener.listen_all(["outbox_appended", "outbox_numbered"]).await?;
        loop {
            while number_committed(&self.pool).await? {}
            self.numbered.send_replace(());
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                notified = listener.recv() => drop(notified?),
                () = tokio::time::sleep(POLL) => {}
            }
            // Many commits make many notifications; one pass serves them all.
            while listener.next_buffered().is_some() {}
        }
    }
}
