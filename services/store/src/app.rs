//! Verbs. The only place where a transaction of a caller begins and commits.

pub mod campaign;
pub mod follow;
