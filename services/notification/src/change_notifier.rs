//! Streams the accounts whose list of notifications changed. Open pages of the shop use it to show new notifications at
//! once.
//!
//! One PostgreSQL connection per process listens (LISTEN) for the changes of all processes. Changes are not stored.
//! When one may be lost, the stream ends, and the subscriber reads the list again.

use std::{convert::Infallible, sync::Arc, time::Duration};

use futures::{Stream, stream};
use sqlx::{PgPool, postgres::PgListener};
use tokio::{sync::broadcast, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::db;

/// Changes buffered for a subscriber. The stream of a slower one ends.
const BUFFER_SIZE: usize = 1_024;
/// The pause before the listener connects again after its connection has broken.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);
/// How often the process sends an empty notice to itself.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(10);
/// A connection counts as lost after this time without a notice, which is longer than two keep-alives.
const NOTICE_TIMEOUT: Duration = Duration::from_secs(25);

/// The changes of all processes, for any number of subscribers in this process.
#[derive(Clone)]
pub struct ChangeNotifier(broadcast::Sender<Change>);

/// The message from the listener to the subscribers.
#[derive(Clone)]
enum Change {
    Accounts(Arc<[i64]>),
    /// The listener was not connected, so changes may be missing.
    Gap,
}

impl Default for ChangeNotifier {
    fn default() -> Self {
        Self(broadcast::Sender::new(BUFFER_SIZE))
    }
}

impl ChangeNotifier {
    /// Returns the stream of changed accounts. It ends when a change may have been lost.
    pub fn subscribe(&self) -> impl Stream<Item = Arc<[i64]>> + Send + use<> {
        stream::unfold(self.0.subscribe(), |mut changes| async {
            match changes.recv().await {
                Ok(Change::Accounts(accounts)) => Some((accounts, changes)),
                Ok(Change::Gap) | Err(_) => None,
            }
        })
    }

    /// Forwards changes to all subscribers until the process stops, and reconnects after failures.
    pub async fn run(self, pool: PgPool, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                Err(error) = self.listen(&pool) => {
                    tracing::warn!(%error, "Lost the connection that listens for changed notifications; reconnecting");
                    tokio::time::sleep(RECONNECT_DELAY).await;
                }
            }
        }
        Ok(())
    }

    /// Connects and forwards notices. Returns only with an error.
    async fn listen(&self, pool: &PgPool) -> sqlx::Result<Infallible> {
        let mut listener = PgListener::connect_with(pool).await?;
        // An automatic reconnect would hide that notices were lost.
        listener.eager_reconnect(false);
        listener.listen(db::change_channel::CHANNEL).await?;
        // Sending fails only when there are no subscribers.
        let _ = self.0.send(Change::Gap);
        tokio::select! {
            lost = self.forward(&mut listener) => lost,
            lost = keep_alive(pool) => lost,
        }
    }

    /// Forwards notices to the subscribers. Returns only with an error.
    async fn forward(&self, listener: &mut PgListener) -> sqlx::Result<Infallible> {
        loop {
            let notice = timeout(NOTICE_TIMEOUT, listener.try_recv()).await.map_err(|_| connection_lost())??;
            let accounts = db::change_channel::accounts(notice.ok_or_else(connection_lost)?.payload());
            if !accounts.is_empty() {
                let _ = self.0.send(Change::Accounts(accounts));
            }
        }
    }
}

/// Sends notices, so that `forward` can tell an idle connection from a lost one.
async fn keep_alive(pool: &PgPool) -> sqlx::Result<Infallible> {
    loop {
        tokio::time::sleep(KEEP_ALIVE_INTERVAL).await;
        db::change_channel::keep_alive(&mut *pool.acquire().await?).await?;
    }
}

/// Returns the error of a listener whose connection has ended.
fn connection_lost() -> sqlx::Error {
    std::io::Error::from(std::io::ErrorKind::ConnectionAborted).into()
}
