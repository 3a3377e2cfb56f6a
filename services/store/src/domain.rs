//! Types and rules without input or output.

pub mod campaign;
pub mod store;
