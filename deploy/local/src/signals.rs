//! Handles SIGINT, SIGTERM and SIGHUP. The first signal requests a graceful stop, and the second one an immediate stop.

use anyhow::Result;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Whether the user wants this program to stop.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// Cancelled by the first signal.
    pub requested: CancellationToken,
    /// Cancelled by the second signal.
    pub forced: CancellationToken,
}

impl Stop {
    /// Registers the signal handlers. Call this before any program is started. Without handlers, a signal would end the
    /// launcher and leave PostgreSQL running.
    pub fn listen() -> Result<Self> {
        let stop = Self::default();
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let mut hang_up = signal(SignalKind::hangup())?;
        let tokens = stop.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                    _ = hang_up.recv() => {}
                }
                if tokens.requested.is_cancelled() {
                    tokens.forced.cancel();
                }
                tokens.requested.cancel();
            }
        });
        Ok(stop)
    }
}
