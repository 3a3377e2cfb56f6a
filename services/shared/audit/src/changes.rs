//! Announces that staff has changed something. The first subscriber starts the listener.

use std::{sync::OnceLock, time::Duration};

use sqlx::{
    PgPool,
    postgres::{PgListener, PgPoolOptions},
};
use tokio::{sync::watch, time::timeout};
use tokio_util::task::AbortOnDropHandle;

use crate::db;

const RECONNECT_DELAY: Duration = Duration::from_millis(500);
/// A silent connection may be lost, so it is replaced.
const MAX_SILENCE: Duration = Duration::from_mins(5);

pub struct Changes {
    pool: PgPool,
    announcements: watch::Sender<()>,
    listener: OnceLock<AbortOnDropHandle<()>>,
}

impl Changes {
    pub fn new(pool: PgPool) -> Self {
        Self { pool, announcements: watch::Sender::new(()), listener: OnceLock::new() }
    }

    /// Begins with an announcement, because the subscriber may have missed changes.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        let mut receiver = self.announcements.subscribe();
        receiver.mark_changed();
        self.listener.get_or_init(|| {
            AbortOnDropHandle::new(tokio::spawn(listen(self.pool.clone(), self.announcements.clone())))
        });
        receiver
    }
}

async fn listen(pool: PgPool, announcements: watch::Sender<()>) {
    loop {
        if let Err(error) = forward(&pool, &announcements).await {
            tracing::warn!(%error, "Lost the connection that listens for changes by staff; reconnecting");
            tokio::time::sleep(RECONNECT_DELAY).await;
        }
    }
}

/// Begins with an announcement, because notices may have been missed.
async fn forward(pool: &PgPool, announcements: &watch::Sender<()>) -> sqlx::Result<()> {
    // LISTEN would occupy a connection of the pool permanently.
    let options = pool.connect_options().as_ref().clone();
    let own_pool = PgPoolOptions::new().max_connections(1).connect_with(options).await?;
    let mut listener = PgListener::connect_with(&own_pool).await?;
    // An automatic reconnect would hide that notices were lost.
    listener.eager_reconnect(false);
    listener.listen(db::CHANGES).await?;
    loop {
        announcements.send_replace(());
        let Ok(notice) = timeout(MAX_SILENCE, listener.try_recv()).await else { return Ok(()) };
        if notice?.is_none() {
            return Err(std::io::Error::from(std::io::ErrorKind::ConnectionAborted).into());
        }
    }
}
