//! Streams the accounts whose notifications changed. Changes are not stored: when one may be lost, the stream ends and
//! the subscriber reads the list again.

use std::{convert::Infallible, sync::Arc, time::Duration};

use futures::{Stream, stream};
use sqlx::{PgPool, postgres::PgListener};
use tokio::{sync::broadcast, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::db;

/// A subscriber that is more changes behind loses its stream.
const BUFFER_SIZE: usize = 1_024;
const RECONNECT_DELAY: Duration = Duration::from_millis(250);
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(10);
/// A connection without notices for more than two keep-alives counts as lost.
const NOTICE_TIMEOUT: Duration = Duration::from_secs(25);

#[derive(Clone)]
pub struct ChangeNotifier(broadcast::Sender<Change>);

#[derive(Clone)]
enum Change {
    Accounts(Arc<[i64]>),
    /// Changes may have been lost while the listener was not connected.
    Gap,
}

impl Default for ChangeNotifier {
    fn default() -> Self {
        Self(broadcast::Sender::new(BUFFER_SIZE))
    }
}

impl ChangeNotifier {
    /// Ends when a change may have been lost.
    pub fn subscribe(&self) -> impl Stream<Item = Arc<[i64]>> + Send + use<> {
        stream::unfold(self.0.subscribe(), |mut changes| async {
            match changes.recv().await {
                Ok(Change::Accounts(accounts)) => Some((accounts, changes)),
                Ok(Change::Gap) | Err(_) => None,
            }
        })
    }

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

    async fn listen(&self, pool: &PgPool) -> sqlx::Result<Infallible> {
        let mut listener = PgListener::connect_with(pool).await?;
        // A reconnect would hide that notices were lost.
        listener.eager_reconnect(false);
        listener.listen(db::change_channel::CHANNEL).await?;
        // Sending fails only without subscribers.
        let _ = self.0.send(Change::Gap);
        tokio::select! {
            lost = self.forward(&mut listener) => lost,
            lost = keep_alive(pool) => lost,
        }
    }

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

/// Lets `forward` tell an idle connection from a lost one.
async fn keep_alive(pool: &PgPool) -> sqlx::Result<Infallible> {
    loop {
        tokio::time::sleep(KEEP_ALIVE_INTERVAL).await;
        db::change_channel::keep_alive(&mut *pool.acquire().await?).await?;
    }
}

fn connection_lost() -> sqlx::Error {
    std::io::Error::from(std::io::ErrorKind::ConnectionAborted).into()
}
