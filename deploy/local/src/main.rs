//! The program `sovqat-local`, the launcher. Cargo aliases such as `cargo up` and `cargo verify` run it.

use clap::Parser as _;
use local::cli::{Cli, Command};
use std::process::ExitCode;

// The runtime is single-threaded, because the kernel sends the death signal of a program (see `guard`) when the thread
// that started the program ends.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    // In `cargo verify`, cargo runs a copy of this program as RUSTC_WORKSPACE_WRAPPER. It becomes clippy-driver here,
    // or fails.
    if let Err(error) = local::compile::exec_clippy_if_wrapper() {
        eprintln!("error: cannot run clippy-driver: {error}");
        return ExitCode::FAILURE;
    }
    let result = match Cli::parse().command {
        Command::Up(options) => local::up::up(options).await,
        Command::Rollout(options) => local::rollout::rollout(options).await,
        Command::Verify(options) => local::verify::verify(options).await,
        Command::Regen(options) => local::regen::regen(options).await,
        Command::Affected(options) => local::affected::affected(options).await,
        Command::Code(options) => local::code::code(options).await,
        Command::Drill(options) => local::drill::drill(options).await,
        Command::Postgres(options) => local::postgres::postgres(options).await,
        Command::Guard(options) => local::guard::exec_guarded(&options),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\nerror: {}", local::causes::message(&error));
            ExitCode::FAILURE
        }
    }
}
