//! Errors that the tested code logs.

use tracing::Level;

/// Prints logged errors with the output of the test, because clients see an internal error without its cause.
pub fn print_errors() {
    // Fails without effect if another test of this process did it.
    let _ = tracing_subscriber::fmt().with_max_level(Level::ERROR).with_test_writer().try_init();
}
