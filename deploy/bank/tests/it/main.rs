//! Tests of the sandbox bank over HTTP, with a shop that receives its callbacks.

mod callbacks;
mod payments;
mod payouts;
mod shop;
