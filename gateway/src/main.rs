use std::process::ExitCode;

/// Small allocations by the thousand are what a gateway does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    kit::run::<gateway::Config, _>("gateway", gateway::run)
}
