//! The outbox on a real PostgreSQL: what is committed is applied once and in order, whatever dies in between.
//!
//! Producer and consumer share one database here; their tables do not touch, and one blow strikes both.
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
