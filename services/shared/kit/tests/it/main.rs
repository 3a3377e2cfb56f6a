//! Background workers on a real PostgreSQL.
#![cfg(test)]

mod workers;
