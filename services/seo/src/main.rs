use std::process::ExitCode;

fn main() -> ExitCode {
    seo::main(kit::build_info!())
}
