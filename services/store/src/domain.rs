//! The rules of stores and campaigns, without database and network.

pub mod campaign;
pub mod store;
