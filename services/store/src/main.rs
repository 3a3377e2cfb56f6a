//! The program of the store service. Its code is in the library; see `store::main`.

use std::process::ExitCode;

fn main() -> ExitCode {
    store::main(kit::build_info!())
}
