//! Starts the PostgreSQL server again when it dies.

use super::Cluster;
use crate::board::Board;
use crate::child::Running;
use anyhow::Result;
use rustix::process::Signal;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);
const ABORT_TIMEOUT: Duration = Duration::from_millis(400);
/// The pause after a failed start doubles each time, up to `MAX_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const MAX_PAUSE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Supervisor {
    pub cluster: Cluster,
    stop: CancellationToken,
    crash: CancellationToken,
    task: JoinHandle<()>,
}

impl Supervisor {
    pub async fn start(board: &Board, cluster: Cluster) -> Result<Self> {
        let running = cluster.start().await?;
        let (stop, crash) = (CancellationToken::new(), CancellationToken::new());
        let task = tokio::spawn(supervise(board.clone(), cluster.clone(), running, stop.clone(), crash.clone()));
        Ok(Self { cluster, stop, crash, task })
    }

    /// Shuts down fast, or aborts if that takes too long. The next start recovers.
    pub async fn stop(self) {
        self.stop.cancel();
        self.task.await.ok();
    }

    /// The killed server writes no checkpoint and sends nothing more to its standbys.
    pub async fn crash(self) {
        self.crash.cancel();
        self.task.await.ok();
    }
}

async fn supervise(
    board: Board,
    cluster: Cluster,
    mut running: Running,
    stop: CancellationToken,
    crash: CancellationToken,
) {
    loop {
        let status = tokio::select! {
            status = running.wait() => status,
            () = stop.cancelled() => {
                if !stop_postmaster(&mut running, Signal::INT, SHUTDOWN_TIMEOUT).await {
                    running.stop(Signal::QUIT, ABORT_TIMEOUT).await;
                }
                return;
            }
            () = crash.cancelled() => {
                stop_postmaster(&mut running, Signal::QUIT, SHUTDOWN_TIMEOUT).await;
                return;
            }
        };
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        board.print(&format!("postgres     │ exited ({status}); restarting it"));
        let Some(restarted) = start_again(&board, &cluster, &stop).await else { return };
        running = restarted;
        board.print("postgres     │ is ready again");
    }
}

/// Returns `None` if a stop is requested.
async fn start_again(board: &Board, cluster: &Cluster, stop: &CancellationToken) -> Option<Running> {
    let mut pause = FIRST_PAUSE;
    loop {
        tokio::select! {
            started = cluster.start() => match started {
                Ok(running) => return Some(running),
                Err(error) => board.print(&format!("postgres     │ does not start: {error:#}")),
            },
            () = stop.cancelled() => return None,
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// The postmaster forwards the signal. Returns whether it ended in time.
async fn stop_postmaster(running: &mut Running, signal: Signal, timeout: Duration) -> bool {
    if let Some(pid) = running.id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed())) {
        rustix::process::kill_process(pid, signal).ok();
    }
    tokio::time::timeout(timeout, running.wait()).await.is_ok()
}
