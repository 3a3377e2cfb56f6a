mod snapshot;

pub use snapshot::AuthSnapshot;
