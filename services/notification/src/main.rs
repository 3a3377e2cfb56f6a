use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::<notification::Config, _>("notification", notification::run)
}
