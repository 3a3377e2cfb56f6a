//! Supervises a cluster: if PostgreSQL dies, it is started again on the same port.

use super::Cluster;
use crate::board::Board;
use crate::child::Running;
use anyhow::Result;
use rustix::process::Signal;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

#[derive(Debug)]
pub struct Supervisor {
    pub cluster: Cluster,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Supervisor {
    /// Returns when the server accepts connections.
    pub async fn start(board: &Board, cluster: Cluster) -> Result<Self> {
        let running = cluster.start().await?;
        let stop = CancellationToken::new();
        let task = tokio::spawn(supervise(board.clone(), cluster.clone(), running, stop.clone()));
        Ok(Self { cluster, stop, task })
    }

    /// Requests a fast shutdown. If it takes too long, the server is aborted and recovers at the next start without
    /// data loss.
    pub async fn stop(self) {
        self.stop.cancel();
        self.task.await.ok();
    }
}

async fn supervise(board: Board, cluster: Cluster, mut running: Running, stop: CancellationToken) {
    loop {
        let status = tokio::select! {
            status = running.wait() => status,
            () = stop.cancelled() => {
                if !stop_postmaster(&mut running, Signal::INT, Duration::from_secs(1)).await {
                    running.stop(Signal::QUIT, Duration::from_millis(400)).await;
                }
                return;
            }
        };
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        board.print(&format!("postgres     │ exited ({status}); restarting it"));
        let mut pause = Duration::from_millis(200);
        running = loop {
            tokio::select! {
                started = cluster.start() => match started {
                    Ok(running) => break running,
                    Err(error) => board.print(&format!("postgres     │ does not start: {error:#}")),
                },
                () = stop.cancelled() => return,
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(10));
        };
        board.print("postgres     │ is ready again");
    }
}

/// Signals only the postmaster, because it forwards the signal to its children; signalling the group would send it
/// twice.
async fn stop_postmaster(running: &mut Running, signal: Signal, timeout: Duration) -> bool {
    if let Some(pid) = running.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed())) {
        rustix::process::kill_process(pid, signal).ok();
    }
    tokio::time::timeout(timeout, running.wait()).await.is_ok()
}
