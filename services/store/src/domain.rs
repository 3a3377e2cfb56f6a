//! Pure rules. Nothing here performs I/O.

pub mod campaign;
