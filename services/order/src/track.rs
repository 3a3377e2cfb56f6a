//! Wakes the streams that follow an order when it has changed, through one database listener per process. As a
//! fallback, streams also poll.

use std::time::Duration;

use sqlx::{PgPool, postgres::PgListener};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_util::sync::CancellationToken;

/// The payload is the order's id.
const CHANNEL: &str = "order_changed";
/// A receiver that is further behind reloads its order.
const BACKLOG: usize = 1_024;
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);
const POLL_INTERVAL: Duration = Duration::from_secs(15);

#[derive(Clone)]
pub struct Tracker(broadcast::Sender<i64>);

pub struct Watch {
    order: i64,
    changes: broadcast::Receiver<i64>,
}

impl Default for Tracker {
    fn default() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }
}

impl Tracker {
    /// Call this before reading the order, so that no change is missed.
    pub fn watch(&self, order: i64) -> Watch {
        Watch { order, changes: self.0.subscribe() }
    }

    pub async fn run(self, pool: PgPool, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                Err(error) = self.listen(&pool) => {
                    tracing::warn!(%error, "Notifications of order changes failed and will be retried");
                    tokio::time::sleep(PAUSE_AFTER_FAILURE).await;
                }
            }
        }
        Ok(())
    }

    async fn listen(&self, pool: &PgPool) -> sqlx::Result<()> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(CHANNEL).await?;
        loop {
            let notification = listener.recv().await?;
            if let Ok(order) = notification.payload().parse() {
                // Fails when there are no receivers.
                let _ = self.0.send(order);
            }
        }
    }
}

impl Watch {
    /// Waits until the order may have changed.
    pub async fn changed(&mut self) {
        let next_change = async {
            loop {
                match self.changes.recv().await {
                    Ok(order) if order != self.order => {}
                    Ok(_) | Err(RecvError::Lagged(_)) => return,
                    // Only the timeout ends the wait.
                    Err(RecvError::Closed) => std::future::pending().await,
                }
            }
        };
        let _ = tokio::time::timeout(POLL_INTERVAL, next_change).await;
    }
}
