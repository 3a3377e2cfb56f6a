//! `cargo code`: prints the codes of the demo staff's authenticator apps.

use crate::checkout::Checkout;
use crate::child::program;
use crate::cli;
use crate::services::database_variable;
use anyhow::{Context as _, Result};
use std::process::ExitCode;

pub async fn code(options: cli::Code) -> Result<ExitCode> {
    let checkout = Checkout::find()?;
    let mut command = program(checkout.program_folder(options.profile).join("sovqat-auth"));
    // The service requires a database address, but does not connect.
    command.env("SOVQAT_MODE", "local").env(database_variable("auth"), "postgres://not-used");
    command.arg("totp").arg(checkout.demo());
    let status = command.status().await.context("cannot run sovqat-auth; `cargo up` compiles it")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
