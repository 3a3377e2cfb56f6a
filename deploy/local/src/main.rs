use clap::Parser as _;
use local::cli::{Cli, Command};
use std::process::ExitCode;

// Single-threaded, because a program gets its death signal when the thread that started it ends.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    // Cargo runs a copy of this program as rustc wrapper.
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
