//! Tests of kit with real servers: workers, transactions, schemas and abandoned calls with PostgreSQL, and gRPC clients
//! and callers with TLS.
#![cfg(test)]

mod abandoned_calls;
mod callers;
mod database_errors;
mod replicas;
mod revocations;
mod schema;
mod transactions;
mod workers;
