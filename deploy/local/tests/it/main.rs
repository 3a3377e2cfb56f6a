//! Tests the launcher, `sovqat-local`, as a program: PostgreSQL is started, killed, recovered and stopped, and programs
//! of a shop are replaced.

#![cfg(test)]

mod postgres;
mod rollout;
