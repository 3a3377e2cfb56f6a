//! Producer and consumer share a database, so that one fault hits both.
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
