//! Publishes revocations of access tokens to the processes that verify tokens. A revocation says that tokens of a
//! session or an account are refused before they expire. One database connection reads new revocations when the
//! database notifies it, and passes them to every open stream of `grpc/revocations.rs`.

use std::{convert::Infallible, sync::Arc, time::Duration};

use anyhow::Context as _;
use chrono::TimeDelta;
use futures::FutureExt as _;
use sqlx::{ConnectOptions as _, PgPool, postgres::PgListener};
use tokio::{sync::broadcast, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::db::revocation::{CHANNEL, Cursor, RevocationRow, committed_since};

/// How long to wait for a notification before the table is read anyway. Each read sends a message to the streams, even
/// without revocations, so that their readers know that the feed works.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Minimum time between reads, so that one read returns the revocations of many transactions.
const MIN_INTERVAL: Duration = Duration::from_millis(50);
/// How long to wait before reconnecting to the database.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);
/// How much longer a revocation is kept than a token lives. The margin covers differences between the clocks of two
/// processes, and tokens issued in a transaction that ends later.
const CLOCK_MARGIN: Duration = Duration::from_mins(1);
/// Number of reads buffered for a slow stream. A stream that falls further behind ends, and its reader starts with
/// a snapshot.
const BUFFER_SIZE: usize = 64;

/// The revocations of one read, or empty for a heartbeat.
pub type Batch = Arc<[RevocationRow]>;

#[derive(Clone)]
pub struct RevocationFeed {
    pool: PgPool,
    batches: broadcast::Sender<Batch>,
    /// The age up to which revocations matter.
    pub kept_for: Duration,
}

impl RevocationFeed {
    pub fn new(pool: PgPool, access_ttl: TimeDelta) -> anyhow::Result<Self> {
        let access_ttl = access_ttl.to_std().context("AUTH_ACCESS_TTL must not be negative")?;
        Ok(Self { pool, batches: broadcast::Sender::new(BUFFER_SIZE), kept_for: access_ttl + CLOCK_MARGIN })
    }

    /// Subscribes to new revocations. Callers subscribe before they read [`Self::snapshot`]. Revocations that the
    /// snapshot lacks are committed after it, and so they are published to the subscriber.
    pub fn subscribe(&self) -> broadcast::Receiver<Batch> {
        self.batches.subscribe()
    }

    /// Returns all revocations that matter now.
    pub async fn snapshot(&self) -> sqlx::Result<Vec<RevocationRow>> {
        let mut connection = self.pool.acquire().await?;
        let (rows, _) = committed_since(&mut connection, &Cursor::start(), self.kept_for.as_secs_f64()).await?;
        Ok(rows)
    }

    /// Publishes revocations until stopped. Reconnects after the database was unavailable. Meanwhile, subscribers get
    /// no heartbeats.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => {}
                Err(error) = self.publish() => {
                    tracing::warn!(%error, "Lost the connection that reads revocations; reconnecting");
                    tokio::time::sleep(RECONNECT_DELAY).await;
                }
            }
        }
        Ok(())
    }

    /// Publishes revocations until the connection fails.
    async fn publish(&self) -> sqlx::Result<Infallible> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen(CHANNEL).await?;
        // The connection is outside the pool, because revocations must not wait for a connection when the service is
        // overloaded.
        let mut connection = self.pool.connect_options().connect().await?;
        let mut cursor = Cursor::start();
        loop {
            let rows;
            (rows, cursor) = committed_since(&mut connection, &cursor, self.kept_for.as_secs_f64()).await?;
            // Sending fails only without subscribers.
            let _ = self.batches.send(rows.into());
            tokio::time::sleep(MIN_INTERVAL).await;
            if let Ok(notification) = timeout(HEARTBEAT, listener.recv()).await {
                notification?;
                // One read covers all notifications that have arrived.
                while let Some(notification) = listener.recv().now_or_never() {
                    notification?;
                }
            }
        }
    }
}
