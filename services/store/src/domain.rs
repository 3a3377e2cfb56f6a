//! Rules without I/O.

pub mod campaign;
pub mod store;
