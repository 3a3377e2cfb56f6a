use clap::Parser as _;
use local::cli::{Cli, Command};
use std::process::ExitCode;

// One thread: a child's death signal fires when the thread that started it ends, so that must be the one that lives.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    if let Some(error) = local::compile::wrap() {
        eprintln!("error: cannot run clippy-driver: {error}");
        return ExitCode::FAILURE;
    }
    let result = match Cli::parse().command {
        Command::Up(options) => local::up::up(options).await,
        Command::Verify(options) => local::verify::verify(options).await,
        Command::Regen(options) => local::regen::regen(options).await,
        Command::Postgres(options) => local::postgres::postgres(options).await,
        Command::Guard(guarded) => local::guard::become_guarded(&guarded),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\nerror: {}", local::causes::sentence(&error));
            ExitCode::FAILURE
        }
    }
}
