//! The sandbox bank through its HTTP door, with a shop that listens to what it is called back.

mod calling;
mod paying;
mod payouts;
mod shop;
