//! Ctrl-C, SIGTERM and a closed terminal all ask for the same thing: stop. Asked a second time, it stops at once.

use anyhow::Result;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug, Default)]
pub struct Stop {
    /// Stop in good order.
    pub asked: CancellationToken,
    /// Never mind the order.
    pub insisted: CancellationToken,
}

impl Stop {
    /// Listens from now on. This comes before anything is started: a signal that arrived earlier would end the launcher
    /// and leave PostgreSQL behind.
    pub fn listen() -> Result<Self> {
        let stop = Self::default();
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let mut hang_up = signal(SignalKind::hangup())?;
        let heard = stop.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                    _ = hang_up.recv() => {}
                }
                if heard.asked.is_cancelled() {
                    heard.insisted.cancel();
                }
                heard.asked.cancel();
            }
        });
        Ok(stop)
    }
}
