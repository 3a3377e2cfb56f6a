//! The whole shop on one machine: `cargo up` runs it, `cargo verify` proves it, `cargo regen` rewrites what is generated.
//!
//! One process starts every other one, from one thread that lives as long as it does (the guard depends on that), and
//! stops them all. Nothing here knows a rule of the shop: it knows programs, ports, folders and the order of things.

pub mod board;
pub mod causes;
pub mod checkout;
pub mod child;
pub mod cli;
pub mod compile;
pub mod data;
pub mod guard;
pub mod node;
pub mod owner;
pub mod postgres;
pub mod python;
pub mod regen;
pub mod shop;
pub mod signals;
pub mod stamp;
pub mod task;
pub mod up;
pub mod verify;
pub mod workshop;
