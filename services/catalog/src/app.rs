//! Verbs. The only place where a transaction of a caller begins and commits.

pub mod like;
pub mod reprice;
pub mod searches;
