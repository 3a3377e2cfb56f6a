//! The program of the sandbox bank. Its code is in the library; see `bank::main`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bank::main(kit::build_info!())
}
