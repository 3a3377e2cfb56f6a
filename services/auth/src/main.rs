//! Runs the auth service, which the library of this crate contains.

use std::process::ExitCode;

fn main() -> ExitCode {
    auth::main(kit::build_info!())
}
