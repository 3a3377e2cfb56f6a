//! `cargo rollout`: asks a running `cargo up` to replace processes.

use crate::checkout::Checkout;
use crate::cli;
use crate::data;
use crate::owner::Owner;
use crate::shop::control::{self, Migrate, Replace, Request};
use anyhow::{Context as _, Result};
use std::process::ExitCode;

pub async fn rollout(options: cli::Rollout) -> Result<ExitCode> {
    let cli::Rollout { program, replica, from, migrate, data } = options;
    let checkout = Checkout::find()?;
    let data = match data {
        Some(folder) => folder,
        None => data::folder(&checkout, ".data", Owner::for_postgres()?),
    };
    let cannot_open = |folder: &std::path::PathBuf| format!("cannot open {}", folder.display());
    // The shop may run in another working directory.
    let programs = from.map(|folder| folder.canonicalize().with_context(|| cannot_open(&folder))).transpose()?;
    let mut requests = Vec::new();
    if migrate {
        requests.push(Request::Migrate(Migrate { service: program.clone(), programs: programs.clone() }));
    }
    requests.push(Request::Replace(Replace { program, replica, programs }));
    for request in requests {
        for line in control::send(&data, &request).await? {
            println!("{line}");
        }
    }
    Ok(ExitCode::SUCCESS)
}
