//! Publishes revocations, which refuse access tokens before they expire.

use std::{convert::Infallible, sync::Arc, time::Duration};

use anyhow::Context as _;
use chrono::TimeDelta;
use futures::FutureExt as _;
use sqlx::{ConnectOptions as _, PgPool, postgres::PgListener};
use tokio::{sync::broadcast, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::db::revocation::{CHANNEL, Cursor, RevocationRow, committed_since};

/// After this time, the table is read without a notification, and even an empty result is sent.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Between reads, so that one read returns the revocations of many transactions.
const MIN_INTERVAL: Duration = Duration::from_millis(50);
const RECONNECT_DELAY: Duration = Duration::from_millis(250);
/// Revocations are kept longer than tokens live, for differences between clocks and transactions that end late.
const CLOCK_MARGIN: Duration = Duration::from_mins(1);
/// A stream that falls further behind ends, and its reader starts with a snapshot.
const BUFFER_SIZE: usize = 64;

/// Empty for a heartbeat.
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

    /// Subscribe before reading [`Self::snapshot`], to miss no revocation.
    pub fn subscribe(&self) -> broadcast::Receiver<Batch> {
        self.batches.subscribe()
    }

    pub async fn snapshot(&self) -> sqlx::Result<Vec<RevocationRow>> {
        let mut connection = self.pool.acquire().await?;
        let (rows, _) = committed_since(&mut connection, &Cursor::start(), self.kept_for.as_secs_f64()).await?;
        Ok(rows)
    }

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

    async fn publish(&self) -> sqlx::Result<Infallible> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen(CHANNEL).await?;
        // Outside the pool: revocations must not wait when the service is overloaded.
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
                // One read covers all of them.
                while let Some(notification) = listener.recv().now_or_never() {
                    notification?;
                }
            }
        }
    }
}
