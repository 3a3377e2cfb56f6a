//! Whose list of notifications has changed is told to whoever asks, as it happens. One listener a process, however many ask.
//!
//! Nothing is kept for who was away. Where something may have been missed, by the listener or by who asks, the stream ends: who
//! comes again knows that there may be something to catch up on.

use std::{convert::Infallible, sync::Arc, time::Duration};

use futures::{Stream, stream};
use sqlx::{PgPool, postgres::PgListener};
use tokio::{sync::broadcast, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::db;

/// Who falls behind by more than this has missed something.
const BACKLOG: usize = 1_024;
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(250);
/// How often a process says something to itself.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
/// Who does not even hear itself is cut off, whatever the connection believes.
const SILENCE: Duration = Duration::from_secs(25);

#[derive(Clone)]
pub struct Pulse(broadcast::Sender<Beat>);

#[derive(Clone)]
enum Beat {
    /// The lists of these accounts have changed.
    Changed(Arc<[i64]>),
    /// Nobody knows what happened until now.
    Gap,
}

impl Default for Pulse {
    fn default() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }
}

impl Pulse {
    /// The accounts of each beat from now on, until one may have been missed.
    pub fn beats(&self) -> impl Stream<Item = Arc<[i64]>> + Send + use<> {
        stream::unfold(self.0.subscribe(), |mut beats| async {
            match beats.recv().await {
                Ok(Beat::Changed(accounts)) => Some((accounts, beats)),
                Ok(Beat::Gap) | Err(_) => None,
            }
        })
    }

    /// Listens until stopped. A database that is away is waited for.
    pub async fn run(self, pool: PgPool, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                Err(error) = self.listen(&pool) => {
                    tracing::warn!(%error, "Changes of notifications are not heard; trying again");
                    tokio::time::sleep(PAUSE_AFTER_FAILURE).await;
                }
            }
        }
        Ok(())
    }

    async fn listen(&self, pool: &PgPool) -> sqlx::Result<Infallible> {
        let mut listener = PgListener::connect_with(pool).await?;
        // It would come back in silence, as if nothing could have happened meanwhile.
        listener.eager_reconnect(false);
        listener.listen(db::pulse::CHANNEL).await?;
        // Nobody may be there to be told.
        let _ = self.0.send(Beat::Gap);
        tokio::select! {
            lost = self.pass_on(&mut listener) => lost,
            lost = keep_alive(pool) => lost,
        }
    }

    async fn pass_on(&self, listener: &mut PgListener) -> sqlx::Result<Infallible> {
        loop {
            let told = timeout(SILENCE, listener.try_recv()).await.map_err(|_| cut_off())??;
            let accounts = db::pulse::accounts(told.ok_or_else(cut_off)?.payload());
            if !accounts.is_empty() {
                let _ = self.0.send(Beat::Changed(accounts));
            }
        }
    }
}

async fn keep_alive(pool: &PgPool) -> sqlx::Result<Infallible> {
    loop {
        tokio::time::sleep(SIGN_OF_LIFE).await;
        db::pulse::say_nothing(&mut *pool.acquire().await?).await?;
    }
}

fn cut_off() -> sqlx::Error {
    std::io::Error::from(std::io::ErrorKind::ConnectionAborted).into()
}
