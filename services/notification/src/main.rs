//! Starts the notification service. The library contains the program, so that tests can use it.

use std::process::ExitCode;

fn main() -> ExitCode {
    notification::main(kit::build_info!())
}
