//! Runs the SEO service, which the library of this crate contains.

use std::process::ExitCode;

fn main() -> ExitCode {
    seo::main(kit::build_info!())
}
