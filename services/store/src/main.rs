use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::<store::Config, _>("store", store::run)
}
