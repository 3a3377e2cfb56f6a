//! Use cases: what customers and staff do with stores and campaigns. Only this layer begins and commits transactions.

pub mod campaign;
pub mod follow;
pub mod store;
