//! The code is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    catalog::main(kit::build_info!())
}
