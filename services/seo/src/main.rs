use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::<seo::Config, _>("seo", seo::run)
}
