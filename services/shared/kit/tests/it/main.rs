//! Background workers, transactions and abandoned calls on a real PostgreSQL, and the permitted callers of each method.
#![cfg(test)]

mod abandoned_calls;
mod callers;
mod database_errors;
mod replicas;
mod revocations;
mod schema;
mod transactions;
mod workers;
