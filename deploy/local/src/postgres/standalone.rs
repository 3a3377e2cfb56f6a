//! PostgreSQL without the shop, for tests and psql.

use super::{Cluster, Programs, Purpose, Supervisor, url};
use crate::board::Board;
use crate::checkout::Checkout;
use crate::cli;
use crate::data::Data;
use crate::owner::Owner;
use crate::signals::Stop;
use anyhow::{Context as _, Result};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub async fn postgres(options: cli::Postgres) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let board = Board::default();
    let checkout = Checkout::find()?;
    let cluster = match options.data.as_deref() {
        Some(folder) => StandaloneCluster::persistent(&board, &checkout, folder, options.port).await?,
        None => StandaloneCluster::temporary(&board, &checkout, options.port).await?,
    };
    board.print(&format!("ready {}", cluster.url("postgres")));
    stop.requested.cancelled().await;
    cluster.stop().await;
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug)]
pub struct StandaloneCluster {
    supervisor: Supervisor,
    storage: Storage,
}

#[derive(Debug)]
enum Storage {
    Persistent(Data),
    Temporary(#[expect(dead_code, reason = "it is kept for its drop")] tempfile::TempDir),
}

impl StandaloneCluster {
    /// Starts a cluster whose data is kept and survives a crash.
    async fn persistent(board: &Board, checkout: &Checkout, folder: &Path, port: Option<u16>) -> Result<Self> {
        let data = Data::open(checkout, Some(folder), Owner::for_postgres()?)?;
        let supervisor = start(board, checkout, &data.root, Purpose::Shop, port).await?;
        Ok(Self { supervisor, storage: Storage::Persistent(data) })
    }

    pub async fn temporary(board: &Board, checkout: &Checkout, port: Option<u16>) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("sovqat-").tempdir_in(temporary_root());
        let folder = folder.context("cannot create a temporary folder")?;
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
        let supervisor = start(board, checkout, folder.path(), Purpose::Tests, port).await?;
        Ok(Self { supervisor, storage: Storage::Temporary(folder) })
    }

    pub fn url(&self, database: &str) -> String {
        url(&self.supervisor.cluster, database)
    }

    pub async fn stop(self) {
        self.supervisor.stop().await;
        if let Storage::Persistent(mut data) = self.storage {
            data.mark_clean();
        }
    }
}

const IN_MEMORY: &str = "/dev/shm";
/// Tests use about 130 MiB, and the WAL may grow to a gigabyte.
const MIN_FREE_BYTES: u64 = 2 << 30;

/// On a disk, creating databases takes a third of the tests' time.
fn temporary_root() -> PathBuf {
    let free = rustix::fs::statvfs(IN_MEMORY).map(|space| space.f_bavail * space.f_frsize);
    if free.is_ok_and(|free| free > MIN_FREE_BYTES) { IN_MEMORY.into() } else { std::env::temp_dir() }
}

async fn start(
    board: &Board,
    checkout: &Checkout,
    folder: &Path,
    purpose: Purpose,
    port: Option<u16>,
) -> Result<Supervisor> {
    let owner = Owner::for_postgres()?;
    let log = checkout.scratch()?.join("npm-postgres.log");
    let programs = Programs::find(board, checkout, owner, &std::env::temp_dir(), &log).await?;
    let databases = &[];
    let cluster = Cluster::open(programs, owner, folder.join("postgres"), purpose, port, databases).await?;
    Supervisor::start(board, cluster).await
}
