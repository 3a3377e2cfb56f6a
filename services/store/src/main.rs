use std::process::ExitCode;

fn main() -> ExitCode {
    store::main(kit::build_info!())
}
