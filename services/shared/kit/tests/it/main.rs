//! Background workers and abandoned calls on a real PostgreSQL, and who may call which method.
#![cfg(test)]

mod abandoned_calls;
mod callers;
mod revocations;
mod workers;
