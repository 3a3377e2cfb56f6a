use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::<auth::Config, _>("auth", auth::run)
}
