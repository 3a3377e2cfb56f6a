//! Runs a private PostgreSQL server, on a socket in its folder where possible.

mod clusters;
mod databases;
mod programs;
mod settings;
mod stale;
mod standalone;
mod supervisor;

pub use clusters::Clusters;
pub use databases::{for_serving, serving_role, serving_url, tcp_url, url};
pub use programs::Programs;
pub use settings::Purpose;
pub use standalone::{StandaloneCluster, postgres};
pub use supervisor::Supervisor;

use crate::child::{DeathSignal, RunAs as _, Running, guarded};
use crate::owner::Owner;
use crate::ports;
use anyhow::{Context as _, Result, bail};
use rustix::process::Signal;
use settings::{Addresses, settings_of};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const START_TIMEOUT: Duration = Duration::from_mins(2);
/// The longest path of a Unix socket, in bytes.
const MAX_SOCKET_PATH: usize = 107;
const LONGEST_SOCKET_NAME: &str = "/.s.PGSQL.65535.lock";
const MAX_SOCKET_FOLDER: usize = MAX_SOCKET_PATH - LONGEST_SOCKET_NAME.len();
/// The number in the socket's name if there is no TCP port.
const SOCKET_NUMBER: u16 = 5432;
/// Larger logs are emptied at the next start.
const MAX_LOG_BYTES: u64 = 10 << 20;

#[derive(Clone, Debug)]
pub struct Cluster {
    programs: Programs,
    owner: Option<Owner>,
    folder: PathBuf,
    purpose: Purpose,
    has_tcp: bool,
    pub port: u16,
    pub password: String,
}

impl Cluster {
    /// Without `port`, the server listens on its socket, or on any TCP port if the folder allows none.
    pub async fn open(
        programs: Programs,
        owner: Option<Owner>,
        folder: PathBuf,
        purpose: Purpose,
        port: Option<u16>,
        databases: &[&str],
    ) -> Result<Self> {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        set_owner_and_mode(&folder, owner, 0o700)?;
        let folder = folder.canonicalize()?;
        let mut cluster =
            Self { programs, owner, folder, purpose, has_tcp: false, port: SOCKET_NUMBER, password: String::new() };
        if port.is_some() || cluster.socket_folder().is_none() {
            cluster.has_tcp = true;
            cluster.port = port.map_or_else(ports::any_free, Ok)?;
        }
        if !cluster.data_folder().join("PG_VERSION").exists() {
            cluster.create().await?;
        }
        cluster.check_version()?;
        cluster.password = std::fs::read_to_string(cluster.folder.join("password"))
            .context("the cluster's password is missing; start over with --fresh")?;
        stale::clean_up(&cluster.programs, cluster.owner, &cluster.data_folder()).await?;
        databases::create(&cluster, databases).await?;
        Ok(cluster)
    }

    /// The copied data must already be in `folder`.
    pub async fn open_copy(&self, folder: PathBuf) -> Result<Self> {
        let password = folder.join("password");
        std::fs::copy(self.folder.join("password"), &password)?;
        set_owner_and_mode(&password, self.owner, 0o600)?;
        let port = Some(ports::any_free()?);
        Self::open(self.programs.clone(), self.owner, folder, self.purpose, port, &[]).await
    }

    pub fn data_folder(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// `None` if the path is too long or would need escaping in a URL.
    fn socket_folder(&self) -> Option<&str> {
        let folder = self.folder.to_str()?;
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b"/._-".contains(&letter);
        (folder.len() <= MAX_SOCKET_FOLDER && folder.bytes().all(is_plain)).then_some(folder)
    }

    /// PostgreSQL would not start if another process had got the killed server's process id.
    fn clear_socket(&self) {
        for suffix in ["", ".lock"] {
            std::fs::remove_file(self.folder.join(format!(".s.PGSQL.{}{suffix}", self.port))).ok();
        }
    }

    pub fn log_path(&self) -> PathBuf {
        self.folder.join("postgres.log")
    }

    /// An interrupted initdb must leave no partial cluster.
    async fn create(&self) -> Result<()> {
        let temporary_folder = self.folder.join("data.new");
        if temporary_folder.exists() {
            std::fs::remove_dir_all(&temporary_folder)?;
        }
        let password = self.write_new_password()?;
        let mut command = guarded(self.programs.path("initdb"), DeathSignal::Terminate);
        command.args(["-U", "postgres", "-E", "UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=und"]);
        // SCRAM would be slower without more security: the password has 128 random bits.
        command.args(["--auth-local=password", "--auth-host=password", "--pwfile"]).arg(&password);
        command.arg("-D").arg(&temporary_folder);
        if self.purpose == Purpose::Tests {
            command.arg("--no-sync");
        }
        command.run_as(self.owner).env("LC_ALL", "C").current_dir("/").kill_on_drop(true);
        let output = command.output().await?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            let cause =
                crate::causes::cause_in_output(&stderr).unwrap_or("PostgreSQL could not create its data folder.");
            bail!("{cause}\n{}", stderr.trim());
        }
        std::fs::rename(&temporary_folder, self.data_folder()).context("cannot move the new cluster into place")
    }

    fn write_new_password(&self) -> Result<PathBuf> {
        let path = self.folder.join("password");
        let mut file = std::fs::File::create(&path)?;
        file.write_all(format!("{:032x}", rand::random::<u128>()).as_bytes())?;
        file.sync_all()?;
        set_owner_and_mode(&path, self.owner, 0o600)?;
        Ok(path)
    }

    fn check_version(&self) -> Result<()> {
        let version = std::fs::read_to_string(self.data_folder().join("PG_VERSION"))?;
        let major: u32 = version.trim().parse().context("PG_VERSION is not a number")?;
        if major != self.programs.major {
            bail!(
                "the databases in {} belong to PostgreSQL {major}, but PostgreSQL {} was found; \
                 start over with --fresh or choose another place with --data DIR",
                self.folder.display(),
                self.programs.major
            );
        }
        Ok(())
    }

    async fn start(&self) -> Result<Running> {
        stale::clean_up(&self.programs, self.owner, &self.data_folder()).await?;
        let log = self.open_log()?;
        let mut command = guarded(self.programs.path("postgres"), DeathSignal::Interrupt);
        command.arg("-D").arg(self.data_folder());
        self.clear_socket();
        let addresses = Addresses { port: self.port, has_tcp: self.has_tcp, socket_folder: self.socket_folder() };
        for setting in settings_of(self.purpose, &addresses, self.programs.major) {
            command.arg("-c").arg(setting);
        }
        command.run_as(self.owner).env("LC_ALL", "C").env_remove("PGDATA").current_dir("/");
        command.stdout(log.try_clone()?).stderr(log);
        let mut running = Running::start(&mut command)?;
        self.wait_until_ready(&mut running).await?;
        Ok(running)
    }

    async fn wait_until_ready(&self, running: &mut Running) -> Result<()> {
        let started = Instant::now();
        while !self.is_ready(running.id()) {
            if let Some(status) = running.child().try_wait()? {
                let tail = crate::task::tail(&self.log_path(), 10);
                let cause = crate::causes::cause_in_output(&tail).unwrap_or("PostgreSQL did not start");
                bail!("{cause} ({status}); the end of {}:\n{tail}", self.log_path().display());
            }
            if started.elapsed() > START_TIMEOUT {
                running.stop(Signal::INT, Duration::from_secs(10)).await;
                bail!(
                    "PostgreSQL was not ready after {} s; see {}",
                    START_TIMEOUT.as_secs(),
                    self.log_path().display()
                );
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    /// The pid file's first line is the process id, its eighth the state.
    fn is_ready(&self, process: Option<u32>) -> bool {
        let Ok(text) = std::fs::read_to_string(self.data_folder().join("postmaster.pid")) else { return false };
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let ours = process.is_some_and(|id| lines.first() == Some(&id.to_string().as_str()));
        ours && lines.get(7) == Some(&"ready")
    }

    fn open_log(&self) -> Result<std::fs::File> {
        let path = self.log_path();
        let is_too_large = std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() > MAX_LOG_BYTES);
        let mut options = std::fs::File::options();
        options.create(true).append(!is_too_large).write(true).truncate(is_too_large);
        options.open(&path).with_context(|| format!("cannot write {}", path.display()))
    }
}

fn set_owner_and_mode(path: &Path, owner: Option<Owner>, mode: u32) -> Result<()> {
    if let Some(owner) = owner {
        chown(path, Some(owner.uid), Some(owner.gid))
            .with_context(|| format!("cannot change the owner of {}", path.display()))?;
    }
    Ok(std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))?)
}
