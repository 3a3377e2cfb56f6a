//! Tests the sandbox bank over HTTP, with a fake shop that calls the bank and receives its callbacks.

mod callbacks;
mod payments;
mod payouts;
mod shop;
