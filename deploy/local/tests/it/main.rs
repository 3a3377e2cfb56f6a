//! The launcher as a program: PostgreSQL is started, killed, recovered and stopped; programs of a shop are replaced.

#![cfg(test)]

mod postgres;
mod rollout;
