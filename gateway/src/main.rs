use std::process::ExitCode;

fn main() -> ExitCode {
    gateway::main(kit::build_info!())
}
