//! The binary of the order service. `lib.rs` contains everything else.

use std::process::ExitCode;

fn main() -> ExitCode {
    order::main(kit::build_info!())
}
