//! Verbs. The only place where a transaction of a caller begins and commits.

pub mod campaign;
pub mod like;
pub mod list;
pub mod news;
pub mod picture;
pub mod popularity;
pub mod publish;
mod quota;
pub mod reprice;
pub mod review;
pub mod searches;
pub mod stock;
