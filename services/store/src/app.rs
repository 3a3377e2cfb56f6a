//! Use cases. Only this layer begins and commits transactions.

pub mod campaign;
pub mod follow;
pub mod store;
