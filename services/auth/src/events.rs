//! The events that this service publishes. It consumes none.

mod snapshot;

pub use snapshot::AuthSnapshot;
