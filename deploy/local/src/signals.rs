//! The first signal requests a graceful stop, the second one an immediate stop.

use anyhow::Result;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug, Default)]
pub struct Stop {
    pub requested: CancellationToken,
    pub forced: CancellationToken,
}

impl Stop {
    /// Must be called before programs start: without handlers, a signal would leave PostgreSQL running.
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
