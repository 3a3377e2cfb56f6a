//! Who looks at an order is told when it changes. One listener a process, however many look; polling is the net beneath.

use std::time::Duration;

use sqlx::{PgPool, postgres::PgListener};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_util::sync::CancellationToken;

const CHANNEL: &str = "order_changed";
/// Who falls behind by more than this looks anew, as if something had changed.
const BACKLOG: usize = 1_024;
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);
/// How long one waits for news before looking all the same.
const PATIENCE: Duration = Duration::from_secs(15);

#[derive(Clone)]
pub struct Tracker(broadcast::Sender<i64>);

/// Waits for news of one order.
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
    /// Begun before the order is read, so that no change falls between.
    pub fn watch(&self, order: i64) -> Watch {
        Watch { order, changes: self.0.subscribe() }
    }

    /// Listens until stopped. A database that is away is waited for.
    pub async fn run(self, pool: PgPool, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                Err(error) = self.listen(&pool) => {
                    tracing::warn!(%error, "Changes of orders are not heard; trying again");
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
            let told = listener.recv().await?;
            if let Ok(order) = told.payload().parse() {
                // Nobody may be looking.
                let _ = self.0.send(order);
            }
        }
    }
}

impl Watch {
    /// Until the order may have changed.
    pub async fn changed(&mut self) {
        let news = async {
            loop {
                match self.changes.recv().await {
                    Ok(order) if order != self.order => {}
                    Ok(_) | Err(RecvError::Lagged(_)) => return,
                    Err(RecvError::Closed) => std::future::pending().await,
                }
            }
        };
        let _ = tokio::time::timeout(PATIENCE, news).await;
    }
}
