use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::<order::Config, _>("order", order::run)
}
