use std::process::ExitCode;

fn main() -> ExitCode {
    order::main(kit::build_info!())
}
