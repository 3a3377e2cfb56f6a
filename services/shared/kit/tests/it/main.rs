#![cfg(test)]

mod abandoned_calls;
mod callers;
mod database_errors;
mod replicas;
mod revocations;
mod schema;
mod transactions;
mod workers;
