//! The gateway in front of the real services on a real PostgreSQL: what the world sees.

mod bad_input;
mod caching;
mod catalogue;
mod contract;
mod databases;
mod doors;
mod house;
mod pages;
mod program;
mod shopping;
mod telemetry;
mod words;
