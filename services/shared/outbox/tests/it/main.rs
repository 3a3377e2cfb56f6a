//! The outbox on a real PostgreSQL: committed events are applied once and in order, even when a process dies.
//!
//! Producer and consumer share one database here, so that one fault hits both; their tables are separate.
#![cfg(test)]

mod consumers;
mod gaps;
mod parking;
mod resync;
mod retention;
mod storm;
mod throughput;
mod trace;
mod world;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("tests/migrations");
