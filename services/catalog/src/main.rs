use std::process::ExitCode;

fn main() -> ExitCode {
    catalog::main(kit::build_info!())
}
