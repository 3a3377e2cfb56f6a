//! The database server of the drill's service, its backups and copies.

use super::Setup;
use super::sql::{Moment, Sql};
use crate::owner::Owner;
use crate::ports;
use crate::postgres::{self, Cluster, Purpose, Supervisor};
use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, chown};
use std::path::{Path, PathBuf};

const ARCHIVE_TIMEOUT: &str = "5s";
/// Files of these folders are only valid in the running server.
const EMPTY_IN_COPY: [&str; 8] =
    ["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans", "pg_wal"];

#[derive(Debug)]
pub struct Database {
    pub service: &'static str,
    pub cluster: Cluster,
    supervisor: Supervisor,
}

impl Database {
    pub async fn create(setup: &Setup, folder: PathBuf) -> Result<Self> {
        Self::create_with_settings(setup, folder, &[]).await
    }

    /// The server copies each finished WAL file to `archive`.
    pub async fn create_with_archive(setup: &Setup, folder: PathBuf, archive: &Path) -> Result<Self> {
        create_folder(archive, setup.owner)?;
        let archive = archive.display();
        let settings: [String; 3] = [
            "archive_mode = on".into(),
            format!("archive_timeout = {ARCHIVE_TIMEOUT}"),
            format!("archive_command = 'test ! -f \"{archive}/%f\" && cp \"%p\" \"{archive}/%f\"'"),
        ];
        Self::create_with_settings(setup, folder, &settings).await
    }

    async fn create_with_settings(setup: &Setup, folder: PathBuf, settings: &[String]) -> Result<Self> {
        let (service, port) = (setup.service, Some(ports::any_free()?));
        let cluster =
            Cluster::open(setup.programs.clone(), setup.owner, folder, Purpose::Shop, port, &[service]).await?;
        configure(&cluster, settings)?;
        let supervisor = Supervisor::start(&setup.board, cluster.clone()).await?;
        Ok(Self { service, cluster, supervisor })
    }

    pub fn sql(&self, setup: &Setup) -> Result<Sql> {
        Sql::start(setup, postgres::url(&self.cluster, self.service))
    }

    pub async fn base_backup(&self, setup: &Setup, to: &Path) -> Result<()> {
        let mut sql = self.sql(setup)?;
        sql.query("select pg_backup_start('drill', true)").await?;
        let (from, copy, owner) = (self.cluster.data_folder(), to.join("data"), setup.owner);
        create_folder(to, owner)?;
        // The copy must not block the runtime's only thread, which forwards the services' connections.
        tokio::task::spawn_blocking(move || copy_folder(&from, &copy, owner)).await??;
        let label = sql.query("select labelfile from pg_backup_stop()").await?;
        write_file(&to.join("data/backup_label"), &label.join("\n"), setup.owner)
    }

    /// Recovers from the archive up to `until` or the archive's end, and becomes writable.
    pub async fn restore(&self, setup: &Setup, backup: &Path, archive: &Path, until: Option<&Moment>) -> Result<Self> {
        let cluster = self.copy_of(setup, backup, "restored").await?;
        let mut settings = vec![
            format!("restore_command = 'cp \"{}/%f\" \"%p\"'", archive.display()),
            "recovery_target_action = promote".into(),
            // The server is ready only when it is writable.
            "hot_standby = off".into(),
            // The replaced server has used the same WAL file names.
            "archive_mode = off".into(),
        ];
        settings.extend(until.map(|moment| format!("recovery_target_time = '{}'", moment.text)));
        configure(&cluster, &settings)?;
        write_file(&cluster.data_folder().join("recovery.signal"), "", setup.owner)?;
        let supervisor = Supervisor::start(&setup.board, cluster.clone()).await?;
        Ok(Self { service: self.service, cluster, supervisor })
    }

    pub async fn standby(&self, setup: &Setup, backup: &Path) -> Result<Self> {
        let cluster = self.copy_of(setup, backup, "standby").await?;
        let (port, password) = (self.cluster.port, &self.cluster.password);
        let primary = format!("host=127.0.0.1 port={port} user=postgres password={password} application_name=standby");
        configure(&cluster, &[format!("primary_conninfo = '{primary}'")])?;
        write_file(&cluster.data_folder().join("standby.signal"), "", setup.owner)?;
        let supervisor = Supervisor::start(&setup.board, cluster.clone()).await?;
        Ok(Self { service: self.service, cluster, supervisor })
    }

    async fn copy_of(&self, setup: &Setup, backup: &Path, folder: &str) -> Result<Cluster> {
        let folder = setup.data.join(folder);
        create_folder(&folder, setup.owner)?;
        let (from, to, owner) = (backup.join("data"), folder.join("data"), setup.owner);
        tokio::task::spawn_blocking(move || copy_folder(&from, &to, owner)).await??;
        self.cluster.open_copy(folder).await
    }

    pub async fn stop(self) {
        self.supervisor.stop().await;
    }

    pub async fn crash(self) {
        self.supervisor.crash().await;
    }

    /// PostgreSQL's processes are those whose working directory is its data folder.
    pub fn signal(&self, signal: Signal) -> Result<()> {
        let data = self.cluster.data_folder();
        let processes = fs::read_dir("/proc").context("signals to PostgreSQL's processes need Linux")?;
        for process in processes.flatten() {
            let uses_data = fs::read_link(process.path().join("cwd")).is_ok_and(|folder| folder == data);
            let id = process.file_name().to_str().and_then(|id| id.parse().ok()).and_then(Pid::from_raw);
            if let Some(id) = id.filter(|_| uses_data) {
                kill_process(id, signal).ok();
            }
        }
        Ok(())
    }
}

fn configure(cluster: &Cluster, settings: &[String]) -> Result<()> {
    let path = cluster.data_folder().join("postgresql.auto.conf");
    let mut file = fs::File::options().append(true).open(&path)?;
    for setting in settings {
        writeln!(file, "{setting}")?;
    }
    Ok(())
}

/// PostgreSQL demands a private folder.
fn create_folder(path: &Path, owner: Option<Owner>) -> Result<()> {
    fs::DirBuilder::new().mode(0o700).create(path).with_context(|| format!("cannot create {}", path.display()))?;
    give_to(path, owner)
}

fn write_file(path: &Path, text: &str, owner: Option<Owner>) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    give_to(path, owner)
}

fn give_to(path: &Path, owner: Option<Owner>) -> Result<()> {
    if let Some(Owner { uid, gid }) = owner {
        chown(path, Some(uid), Some(gid))?;
    }
    Ok(())
}

/// Recovery repairs files that change during the copy.
fn copy_folder(from: &Path, to: &Path, owner: Option<Owner>) -> Result<()> {
    create_folder(to, owner)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (name, source, target) = (entry.file_name(), entry.path(), to.join(entry.file_name()));
        let kind = match entry.file_type() {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            kind => kind?,
        };
        if kind.is_dir() && EMPTY_IN_COPY.iter().any(|excluded| name == *excluded) {
            create_folder(&target, owner)?;
        } else if kind.is_dir() {
            copy_folder(&source, &target, owner)?;
        } else if kind.is_symlink() {
            bail!("{} is a link: a drill has no tablespaces", source.display());
        } else if !name.to_string_lossy().starts_with("postmaster.") {
            match fs::copy(&source, &target) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                copied => copied.with_context(|| format!("cannot copy {}", source.display()))?,
            };
            give_to(&target, owner)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_tables_but_not_the_log_or_the_process_id() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for name in ["base/5", "pg_wal/archive_status", "pg_replslot"] {
            fs::create_dir_all(from.join(name)).unwrap();
        }
        for name in ["PG_VERSION", "postmaster.pid", "base/5/1259", "pg_wal/000000010000000000000001"] {
            fs::write(from.join(name), "x").unwrap();
        }
        copy_folder(&from, &to, None).unwrap();
        assert!(to.join("base/5/1259").is_file() && to.join("PG_VERSION").is_file());
        assert!(!to.join("postmaster.pid").exists());
        assert_eq!(fs::read_dir(to.join("pg_wal")).unwrap().count(), 0);
        assert!(to.join("pg_replslot").is_dir());
    }
}
