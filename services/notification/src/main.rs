use std::process::ExitCode;

fn main() -> ExitCode {
    notification::main()
}
