use clap::Parser as _;
use local::cli::{Cli, Command};
use std::process::ExitCode;

// Single-threaded, because the death signal of a child is sent when the thread that started it ends.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    if let Some(error) = local::compile::run_as_wrapper() {
        eprintln!("error: cannot run clippy-driver: {error}");
        return ExitCode::FAILURE;
    }
    let result = match Cli::parse().command {
        Command::Up(options) => local::up::up(options).await,
        Command::Verify(options) => local::verify::verify(options).await,
        Command::Regen(options) => local::regen::regen(options).await,
        Command::Postgres(options) => local::postgres::postgres(options).await,
        Command::Guard(guarded) => local::guard::exec_guarded(&guarded),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\nerror: {}", local::causes::message(&error));
            ExitCode::FAILURE
        }
    }
}
