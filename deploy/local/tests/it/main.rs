//! The launcher through its own door: PostgreSQL is started, murdered, recovered and stopped by the built program.

#![cfg(test)]

mod postgres;
