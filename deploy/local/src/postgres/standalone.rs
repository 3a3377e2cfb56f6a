//! Runs PostgreSQL without the shop, for tests, `cargo regen` and psql.

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

/// Runs `sovqat-local postgres`.
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

/// A running cluster, which is a PostgreSQL server with its databases.
#[derive(Debug)]
pub struct StandaloneCluster {
    supervisor: Supervisor,
    storage: Storage,
}

/// Where the cluster's data is.
#[derive(Debug)]
enum Storage {
    /// The data is kept in the locked folder.
    Persistent(Data),
    /// The folder is removed when this value is dropped.
    Temporary(#[expect(dead_code, reason = "it is kept for its drop")] tempfile::TempDir),
}

impl StandaloneCluster {
    /// Starts a cluster whose data is kept, and survives a crash.
    async fn persistent(board: &Board, checkout: &Checkout, folder: &Path, port: Option<u16>) -> Result<Self> {
        let data = Data::open(checkout, Some(folder), Owner::for_postgres()?)?;
        let supervisor = start(board, checkout, &data.root, Purpose::Shop, port).await?;
        Ok(Self { supervisor, storage: Storage::Persistent(data) })
    }

    /// Starts a fast cluster in a temporary folder, without crash safety.
    pub async fn temporary(board: &Board, checkout: &Checkout, port: Option<u16>) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("sovqat-").tempdir_in(temporary_root());
        let folder = folder.context("cannot create a temporary folder")?;
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
        let supervisor = start(board, checkout, folder.path(), Purpose::Tests, port).await?;
        Ok(Self { supervisor, storage: Storage::Temporary(folder) })
    }

    /// Returns the URL of a database, for the role that may change everything in this cluster.
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

/// A folder of a file system in memory, which Linux has.
const IN_MEMORY: &str = "/dev/shm";
/// The folder in memory is used if it has at least this space. Tests use about 130 MiB, and the server's log may grow
/// to a gigabyte.
const MIN_FREE_BYTES: u64 = 2 << 30;

/// Returns a folder in memory if it has enough space. A thousand tests each create and drop a database of hundreds of
/// files. On a disk, this takes a third of their time.
fn temporary_root() -> PathBuf {
    let free = rustix::fs::statvfs(IN_MEMORY).map(|space| space.f_bavail * space.f_frsize);
    if free.is_ok_and(|free| free > MIN_FREE_BYTES) { IN_MEMORY.into() } else { std::env::temp_dir() }
}

/// Finds PostgreSQL, opens the cluster below `folder` and starts its server.
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
    // The users of this cluster create their own databases.
    let databases = &[];
    let cluster = Cluster::open(programs, owner, folder.join("postgres"), purpose, port, databases).await?;
    Supervisor::start(board, cluster).await
}
