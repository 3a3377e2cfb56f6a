//! Runs the whole shop on one machine (`cargo up`), checks the repository (`cargo verify`) and regenerates its
//! generated files (`cargo regen`).
//!
//! One process starts and stops all other processes, from a single thread (`guard` explains why). This crate knows
//! which programs to start, in which order, with which ports and folders. It knows no business rules of the shop.

pub mod affected;
pub mod board;
pub mod browser_shop;
pub mod causes;
pub mod checkout;
pub mod child;
pub mod cli;
pub mod code;
pub mod compile;
pub mod data;
pub mod drill;
pub mod guard;
pub mod node;
pub mod observe;
pub mod owner;
pub mod ports;
pub mod postgres;
pub mod python;
pub mod regen;
pub mod release;
pub mod rollout;
pub mod services;
pub mod session;
pub mod shop;
pub mod signals;
pub mod stamp;
pub mod task;
pub mod times;
pub mod up;
pub mod verify;
