//! Tests of the launcher as a program: PostgreSQL is started, killed, recovered and stopped.

#![cfg(test)]

mod postgres;
