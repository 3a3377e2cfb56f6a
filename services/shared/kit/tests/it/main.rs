//! Background workers and abandoned calls on a real PostgreSQL.
#![cfg(test)]

mod abandoned_calls;
mod revocations;
mod workers;
