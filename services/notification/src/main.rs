use std::process::ExitCode;

fn main() -> ExitCode {
    notification::main(kit::build_info!())
}
