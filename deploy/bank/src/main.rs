use std::process::ExitCode;

fn main() -> ExitCode {
    bank::main(kit::build_info!())
}
