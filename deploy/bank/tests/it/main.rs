//! Tests of the sandbox bank over HTTP, with a shop that receives its callbacks.

mod calling;
mod paying;
mod payouts;
mod shop;
