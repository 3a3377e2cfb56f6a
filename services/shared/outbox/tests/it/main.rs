//! Tests the outbox with PostgreSQL: committed events are applied once and in order, even when a process dies.
//!
//! In production, producer and consumer have their own databases. Here they share one database, so that one fault hits
//! both; their tables are separate.
#![cfg(test)]

mod chaos;
mod consumers;
mod desk;
mod fixture;
mod gaps;
mod nats;
mod nats_server;
mod parking;
mod resync;
mod retention;
mod throughput;
mod trace;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("tests/migrations");
