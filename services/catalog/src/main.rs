use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::<catalog::Config, _>("catalog", catalog::run)
}
