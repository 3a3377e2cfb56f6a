//! The binary of the catalogue service. Everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    catalog::main(kit::build_info!())
}
