//! Rules without I/O.

pub mod campaign;
