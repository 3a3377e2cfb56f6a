//! Creates Python environments with exact versions of packages.

use crate::child::program;
use crate::node;
use crate::session::Session;
use crate::task;
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};

const ADVICE: &str = "these tools need Python 3.11 or newer with venv: install it (apt install python3-venv)";

pub async fn programs(session: &Session, name: &str, requirements: &Path) -> Result<PathBuf> {
    let wanted = std::fs::read(requirements).with_context(|| format!("{} is missing", requirements.display()))?;
    let folder = session.checkout.scratch()?.join("python").join(name);
    let (programs, installed) = (folder.join("bin"), folder.join("installed.txt"));
    if std::fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(programs);
    }
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let log = session.log(&format!("python-{name}"));
    create(session, &folder, &log).await?;
    let mut install = program(programs.join("pip"));
    install.args(["install", "--disable-pip-version-check", "--no-input", "--requirement"]).arg(requirements);
    task::run(&session.board, &format!("pip install ({name})"), &mut install, &log).await?;
    // This file is written last, so that an interrupted installation is repeated.
    std::fs::write(&installed, wanted)?;
    Ok(programs)
}

async fn create(session: &Session, folder: &Path, log: &Path) -> Result<()> {
    let venv = || {
        let mut command = program("python3");
        command.args(["-m", "venv"]).arg(folder);
        command
    };
    if node::find("python3").is_some() && task::output_to("python3 -m venv", &mut venv(), log).await.is_ok() {
        return Ok(());
    }
    if !rustix::process::geteuid().is_root() || node::find("apt-get").is_none() {
        bail!("{ADVICE}");
    }
    task::run(&session.board, "apt-get update", program("apt-get").arg("update"), log).await.ok();
    let mut install = program("apt-get");
    install.args(["install", "--yes", "--no-install-recommends", "python3", "python3-venv"]);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    task::run(&session.board, "apt-get install python3-venv", &mut install, log).await?;
    task::output_to("python3 -m venv", &mut venv(), log).await.context(ADVICE)
}
