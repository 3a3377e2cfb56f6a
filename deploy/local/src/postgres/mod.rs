//! A private PostgreSQL: found or installed, started as a user it accepts, recovered after a crash, and stopped.
//!
//! Databases are created before the server starts, in PostgreSQL's single-user mode, so no driver is needed. The server
//! listens on the loopback with a password, and on a socket in its folder, which is faster, unless the path is too long
//! for a socket.

mod alone;
mod clusters;
mod databases;
mod keeper;
mod program;
mod settings;
mod stale;

pub use alone::{Alone, postgres};
pub use clusters::Clusters;
pub use databases::url;
pub use keeper::Keeper;
pub use program::Program;
pub use settings::Purpose;

use crate::child::{LastWord, RunAs as _, Running, guarded};
use crate::owner::Owner;
use crate::ports;
use anyhow::{Context as _, Result, bail};
use rustix::process::Signal;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Long, because recovery after a crash may replay much of the log.
const PATIENCE: Duration = Duration::from_mins(2);
/// A socket's path has at most 107 bytes; this subtracts the name `.s.PGSQL.65535` with its lock's suffix.
const LONGEST_SOCKET_FOLDER: usize = 107 - 20;
/// The number in the socket's name if the server has no port.
const SOCKET_NAME: u16 = 5432;
/// In bytes; a larger log is truncated.
const LARGEST_LOG: u64 = 10 << 20;

/// A cluster on disk, and how to start it.
#[derive(Clone, Debug)]
pub struct Cluster {
    program: Program,
    owner: Option<Owner>,
    folder: PathBuf,
    purpose: Purpose,
    /// Whether it also listens on TCP.
    listens: bool,
    /// Only part of the socket's name if the server does not listen on TCP.
    pub port: u16,
    pub password: String,
}

impl Cluster {
    /// Opens or creates the cluster in `folder` and its missing databases. Without a port it listens only on its
    /// socket, which no other program can take; if a socket is not possible, it uses a free port.
    pub async fn open(
        program: Program,
        owner: Option<Owner>,
        folder: PathBuf,
        purpose: Purpose,
        port: Option<u16>,
        databases: &[&str],
    ) -> Result<Self> {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        give(&folder, owner, 0o700)?;
        let folder = folder.canonicalize()?;
        let mut cluster =
            Self { program, owner, folder, purpose, listens: false, port: SOCKET_NAME, password: String::new() };
        if port.is_some() || cluster.socket().is_none() {
            cluster.listens = true;
            cluster.port = port.map_or_else(ports::any, Ok)?;
        }
        if !cluster.data().join("PG_VERSION").exists() {
            cluster.create().await?;
        }
        cluster.check_version()?;
        cluster.password = std::fs::read_to_string(cluster.folder.join("password"))
            .context("the cluster's password is missing; start over with --fresh")?;
        stale::clear(&cluster.program, cluster.owner, &cluster.data()).await?;
        databases::create(&cluster, databases).await?;
        Ok(cluster)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Returns the socket's folder, or `None` if its path is too long or would need escaping in a URL.
    fn socket(&self) -> Option<&str> {
        let folder = self.folder.to_str()?;
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b"/._-".contains(&letter);
        (folder.len() <= LONGEST_SOCKET_FOLDER && folder.bytes().all(is_plain)).then_some(folder)
    }

    /// Removes the socket of a killed server. It would block the start if another process has the old process id.
    fn clear_socket(&self) {
        for ending in ["", ".lock"] {
            std::fs::remove_file(self.folder.join(format!(".s.PGSQL.{}{ending}", self.port))).ok();
        }
    }

    pub fn log(&self) -> PathBuf {
        self.folder.join("postgres.log")
    }

    /// Creates the cluster in a temporary folder and renames it, so that an interrupted initdb leaves no incomplete
    /// cluster.
    async fn create(&self) -> Result<()> {
        let side = self.folder.join("data.new");
        if side.exists() {
            std::fs::remove_dir_all(&side)?;
        }
        let password = self.folder.join("password");
        let mut file = std::fs::File::create(&password)?;
        file.write_all(format!("{:032x}", rand::random::<u128>()).as_bytes())?;
        file.sync_all()?;
        give(&password, self.owner, 0o600)?;
        let mut command = guarded(self.program.path("initdb"), LastWord::Terminate);
        command.args(["-U", "postgres", "-E", "UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=und"]);
        // The password is random with 128 bits and used on the loopback only, so hashing it 4,096 times per connection
        // would not improve security.
        command.args(["--auth-local=password", "--auth-host=password", "--pwfile"]).arg(&password);
        command.arg("-D").arg(&side);
        if self.purpose == Purpose::Tests {
            command.arg("--no-sync");
        }
        command.run_as(self.owner).env("LC_ALL", "C").current_dir("/").kill_on_drop(true);
        let made = command.output().await?;
        if !made.status.success() {
            let said = String::from_utf8_lossy(&made.stderr).into_owned();
            let cause = crate::causes::recognise(&said).unwrap_or("PostgreSQL could not create its data folder.");
            bail!("{cause}\n{}", said.trim());
        }
        std::fs::rename(&side, self.data()).context("cannot move the new cluster into place")
    }

    fn check_version(&self) -> Result<()> {
        let written = std::fs::read_to_string(self.data().join("PG_VERSION"))?;
        let written: u32 = written.trim().parse().context("PG_VERSION is no number")?;
        if written != self.program.major {
            bail!(
                "the databases in {} belong to PostgreSQL {written}, but PostgreSQL {} was found; \
                 start over with --fresh or choose another place with --data DIR",
                self.folder.display(),
                self.program.major
            );
        }
        Ok(())
    }

    /// Starts the server, with recovery if necessary, and waits until it accepts connections.
    async fn start(&self) -> Result<Running> {
        stale::clear(&self.program, self.owner, &self.data()).await?;
        let log = self.open_log()?;
        let mut command = guarded(self.program.path("postgres"), LastWord::Interrupt);
        command.arg("-D").arg(self.data());
        self.clear_socket();
        for setting in settings::of(self.purpose, self.port, self.listens, self.socket(), self.program.major) {
            command.arg("-c").arg(setting);
        }
        command.run_as(self.owner).env("LC_ALL", "C").env_remove("PGDATA").current_dir("/");
        command.stdout(log.try_clone()?).stderr(log);
        let begun = Instant::now();
        let mut running = Running::start(&mut command)?;
        while !self.is_ready(running.id()) {
            if let Some(status) = running.child().try_wait()? {
                let tail = crate::task::tail(&self.log(), 10);
                let cause = crate::causes::recognise(&tail).unwrap_or("PostgreSQL did not start");
                bail!("{cause} ({status}); the end of {}:\n{tail}", self.log().display());
            }
            if begun.elapsed() > PATIENCE {
                running.stop(Signal::INT, Duration::from_secs(10)).await;
                bail!("PostgreSQL was not ready after {} s; see {}", PATIENCE.as_secs(), self.log().display());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(running)
    }

    /// Reads the pid file: the first line is the process id, the eighth the state.
    fn is_ready(&self, process: Option<u32>) -> bool {
        let Ok(text) = std::fs::read_to_string(self.data().join("postmaster.pid")) else { return false };
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let ours = process.is_some_and(|id| lines.first() == Some(&id.to_string().as_str()));
        ours && lines.get(7) == Some(&"ready")
    }

    fn open_log(&self) -> Result<std::fs::File> {
        let path = self.log();
        let fresh = std::fs::metadata(&path).is_ok_and(|found| found.len() > LARGEST_LOG);
        let mut options = std::fs::File::options();
        options.create(true).append(!fresh).write(true).truncate(fresh);
        options.open(&path).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Gives a file or folder to PostgreSQL's user and restricts access for others.
fn give(path: &Path, owner: Option<Owner>, mode: u32) -> Result<()> {
    if let Some(owner) = owner {
        chown(path, Some(owner.uid), Some(owner.gid))
            .with_context(|| format!("cannot give away {}", path.display()))?;
    }
    Ok(std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))?)
}
