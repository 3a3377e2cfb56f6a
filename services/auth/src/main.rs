use std::process::ExitCode;

fn main() -> ExitCode {
    auth::main(kit::build_info!())
}
