//! The binary of the gateway. Everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    gateway::main(kit::build_info!())
}
