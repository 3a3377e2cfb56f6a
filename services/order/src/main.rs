use std::process::ExitCode;

fn main() -> ExitCode {
    order::main()
}
